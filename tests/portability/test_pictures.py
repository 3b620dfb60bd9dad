"""What a picture may be, and what is left of it."""

import gzip
import re
import struct
import time
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from blog.state import media
from blog.state.picture_formats import FORMATS, PictureRefused, format_of
from blog.state.pictures import tidy
from tests.portability.pictures import HEIC, RED, SERIAL, SVG, animation, chunk, corner, exif, huge_png, picture

FORMS = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
WITH_EXIF = ("PNG", "JPEG", "WEBP", "AVIF")


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def assert_red(image: Image.Image, x: int, y: int) -> None:
    pixel = image.convert("RGB").getpixel((x, y))
    assert isinstance(pixel, tuple)
    assert all(abs(is_ - should) < 60 for is_, should in zip(pixel, RED, strict=True)), pixel


@pytest.mark.parametrize("form", FORMS)
def test_a_plain_picture_keeps_its_bytes(form: str) -> None:
    data = picture(form)
    shown = tidy(data)
    assert (shown.data == data, shown.width, shown.height) == (True, 40, 20)
    assert FORMATS[format_of(data)][1] == f"image/{form.lower()}"


CORNERS = {1: (0, 0), 2: (39, 0), 3: (39, 19), 4: (0, 19), 5: (0, 0), 6: (19, 0), 7: (19, 39), 8: (0, 39)}


@pytest.mark.parametrize("form", WITH_EXIF)
@pytest.mark.parametrize("orientation", CORNERS)
def test_a_rotated_photo_stands_upright_and_says_nothing_of_its_maker(form: str, orientation: int) -> None:
    data = picture(form, corner(40, 20), exif=exif(orientation), quality=95)
    shown = tidy(data)
    assert SERIAL.encode() not in shown.data
    image = opened(shown.data)
    assert image.size == (shown.width, shown.height) == ((20, 40) if orientation >= 5 else (40, 20))
    assert not image.getexif().get_ifd(0x8825)
    assert image.getexif().get(0x0112, 1) == 1
    assert_red(image, *CORNERS[orientation])


@pytest.mark.parametrize("form", WITH_EXIF)
def test_what_was_tidied_once_stays_as_it_is(form: str) -> None:
    once = tidy(picture(form, exif=exif(6))).data
    assert tidy(once).data == once


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_the_colour_profile_stays(form: str) -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for block in (exif(1), exif(6)):
        assert opened(tidy(picture(form, icc_profile=profile, exif=block)).data).info["icc_profile"] == profile


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG", "AVIF"])
def test_an_animation_keeps_all_frames(form: str) -> None:
    data = animation(form)
    image = opened(tidy(data).data)
    assert getattr(image, "n_frames", 1) == 3
    assert tidy(data).data == data


def test_comments_and_texts_are_removed() -> None:
    jpeg = picture("JPEG", comment=SERIAL)
    gif = picture("GIF", comment=SERIAL.encode())
    png = picture("PNG")
    for name in (b"tEXt", b"iTXt", b"tIME", b"prVt"):
        png = png[:33] + chunk(name, b"Comment\0" + SERIAL.encode()) + png[33:]
    xmp = picture("WEBP", xmp=SERIAL.encode())
    for data in (jpeg, gif, png, xmp, jpeg + SERIAL.encode(), png + SERIAL.encode()):
        assert SERIAL.encode() in data
        assert SERIAL.encode() not in tidy(data).data
        opened(tidy(data).data)


def test_a_jpeg_with_a_second_picture_behind_it_loses_that() -> None:
    data = picture("JPEG", progressive=True)
    assert tidy(data + picture("JPEG", exif=exif())).data == data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (SVG, "SVG"),
        (gzip.compress(SVG), "SVG"),
        (b"\xef\xbb\xbf<!-- x --><svg:svg>", "SVG"),
        (HEIC, "HEIC"),
        (b"", "empty"),
        (b"\x1f\x8bbroken", "none of"),
        (b"<html><body>x", "none of"),
        (b"BM" + bytes(100), "none of"),
        (b"x" * 20_000_001, "20 MB are the most"),
        (huge_png(16_000, 4_000), "64 megapixels; 50"),
        (picture("JPEG")[:-200], "broken"),
        (picture("PNG")[:60], "broken"),
        (picture("GIF")[:-30], "broken"),
        (picture("WEBP")[:40], "broken"),
        (picture("AVIF")[:-100], "broken"),
        (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"short") + chunk(b"IEND", b""), "broken"),
        (b"\xff\xd8\xff", "broken"),
        (b"GIF89a", "broken"),
        (b"RIFF\0\0\0\0WEBP", "broken"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_a_picture_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(PictureRefused, match=reason):
        tidy(data)


def test_a_small_file_of_a_huge_picture_is_refused_before_it_is_decoded() -> None:
    data = huge_png(12_000, 12_000)
    began = time.process_time()
    with pytest.raises(PictureRefused, match="144 megapixels"):
        tidy(data)
    assert time.process_time() - began < 0.5


def test_a_text_chunk_that_unpacks_to_much_costs_nothing() -> None:
    import zlib

    bomb = chunk(b"zTXt", b"a\0\0" + zlib.compress(b"\0" * 50_000_000, 9))
    data = picture("PNG")
    assert tidy(data[:33] + bomb + data[33:]).data == data


@given(st.sampled_from(FORMS), st.integers(0, 400), st.binary(min_size=1, max_size=4))
def test_damage_gives_a_picture_or_a_refusal(form: str, place: int, damage: bytes) -> None:
    data = picture(form)
    place %= len(data)
    try:
        tidy(data[:place] + damage + data[place + len(damage) :])
    except PictureRefused as refused:
        assert str(refused)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("фото.jpg", "фото"),
        ("写真.PNG", "写真"),
        ("😆.gif", "picture"),
        ("a b (1).jpeg", "a-b-1"),
        ("../../x.png", "x"),
        ("..\\..\\x.png", "x"),
        (".htaccess", "htaccess"),
        ("CON.png", "con"),
        ("IMG_0001.JPG", "img"),
        ("x.php.jpg", "x-php"),
        ("x.jpg\0.html", "x-jpg"),
        ("über.png", "über"),
        ("u\u0308ber.png", "über"),
        ("", "picture"),
        ("n" * 300 + ".png", "n"),
    ],
)
def test_a_stored_name_is_readable_safe_and_made_of_the_content(app: Flask, name: str, stem: str) -> None:
    stored = media.store(picture(), name)
    assert re.fullmatch(r"\w[\w-]*-[0-9a-f]{8}\.png", stored.name)
    assert stored.name.startswith(stem)
    assert len(stored.name.encode()) < 255
    path = media.path_of(stored.name)
    assert path is not None
    assert path.parent == media.folder()
    assert path.read_bytes() == picture()


def test_two_pictures_of_one_name_are_both_kept_and_one_picture_is_stored_once(app: Flask) -> None:
    one = media.store(picture(), "IMG_0001.JPG")
    other = media.store(picture("JPEG"), "IMG_0001.JPG")
    again = media.store(picture(), "elsewhere/copy.png")
    assert one.name != other.name
    assert again == one
    assert len(list(media.folder().iterdir())) == 2


def test_a_stored_picture_keeps_its_name_when_it_comes_back(app: Flask) -> None:
    name = media.store(picture(), "a.png").name
    media.discard(name)
    assert media.store(picture(), name).name == name


@pytest.mark.parametrize(
    "name",
    [
        "../secret",
        "..%2Fsecret",
        "/etc/passwd",
        "a/b-12345678.png",
        "x.png",
        "x-12345678.png",
        "",
        ".",
        "x\0-12345678.png",
    ],
)
def test_no_other_file_is_found_by_a_name(app: Flask, name: str) -> None:
    (media.folder().parent / "secret").touch()
    assert media.path_of(name) is None


def test_nothing_is_left_of_a_picture_that_could_not_be_written(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_room)
    with pytest.raises(OSError, match="No space"):
        media.store(picture(), "a.png")
    assert list(Path(media.folder()).iterdir()) == []


def test_a_webp_header_announces_no_metadata() -> None:
    shown = tidy(picture("WEBP", exif=exif(1))).data
    assert shown[12:16] != b"VP8X" or not shown[20] & 0x0C
    assert struct.unpack("<I", shown[4:8])[0] == len(shown) - 8
