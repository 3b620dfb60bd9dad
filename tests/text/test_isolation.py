"""Nothing of one text reaches another, neither the next one nor one in another thread."""

from concurrent.futures import ThreadPoolExecutor

from blog.text import RENDERER_VERSION, TextRefused, render

RICH = "A [link][r] to HTML[^1].\n\n[r]: https://secret.example\n[^1]: secret note\n*[HTML]: secret words\n\n## Setup\n"
POOR = "A [link][r] to HTML[^1].\n\n## Setup\n"


def test_definitions_of_one_text_are_unknown_to_the_next() -> None:
    before = render(POOR)
    assert "secret" in render(RICH).html
    assert render(POOR) == before
    assert "secret" not in before.html
    assert "[link][r]" in before.plain


def test_a_text_renders_alike_every_time() -> None:
    assert len({render(RICH, key="k").html for _ in range(3)}) == 1


def test_a_refused_text_leaves_nothing_behind() -> None:
    before = render(POOR)
    try:
        render("[r]: https://secret.example\n\n" + ">" * 500)
    except TextRefused:
        assert render(POOR) == before
    else:
        raise AssertionError("refusal expected")


def test_threads_share_no_state() -> None:
    sources = [
        f"# Head {n}\n\nText[^1] [ref] TERM{n}\n\n- item\n  - {n}\n\n```python\nx = {n}\n```\n\n"
        f"[^1]: note {n}\n\n[ref]: /target-{n}\n\n*[TERM{n}]: meaning {n}\n"
        for n in range(40)
    ]
    alone = [render(source, key=str(n)) for n, source in enumerate(sources)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda pair: render(pair[1], key=str(pair[0])), list(enumerate(sources)) * 3))
    assert together == alone * 3


def test_the_version_names_what_the_result_depends_on() -> None:
    assert RENDERER_VERSION.split("-")[0].isdigit()
    assert len(RENDERER_VERSION.split("-")) == 4
