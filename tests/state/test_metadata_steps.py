"""A JPEG file is looked through in steps, so that readers need not wait; what comes out is the same."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from blog.state import metadata


@pytest.mark.parametrize("progressive", [False, True])
def test_the_length_of_a_step_changes_nothing(monkeypatch: pytest.MonkeyPatch, progressive: bool) -> None:
    file = BytesIO()
    grain = Image.frombytes("RGB", (60, 50), Random(5).randbytes(60 * 50 * 3))
    grain.save(file, "JPEG", quality=90, progressive=progressive, comment=b"not shown")
    data = file.getvalue() + b"what follows the end"
    whole = metadata.strip_jpeg(data)
    assert b"not shown" not in whole[0] and Image.open(BytesIO(whole[0])).size == (60, 50)
    for step in (1, 2, 3, 7, 100):
        monkeypatch.setattr(metadata, "STEP", step)
        assert metadata.strip_jpeg(data) == whole
