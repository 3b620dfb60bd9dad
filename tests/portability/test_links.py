"""Links between notes, pictures beside them, and addresses of the former site."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from blog.models import Picture
from blog.portability.old_site import OldSite, old_site
from blog.state import media
from blog.state.database import db
from tests.portability.conftest import Import, sentences, stored
from tests.portability.pictures import HEIC, SVG, exif, picture


@pytest.mark.parametrize(
    ("link", "becomes"),
    [
        ("[x](other.md)", "[x](../other/)"),
        ("[x](./other.md#part)", "[x](../other/#part)"),
        ("[x](../two/third.md 'title')", "[x](../third/ 'title')"),
        ("[x](/two/third.md)", "[x](../third/)"),
        ("[x](/two/third/)", "[x](../third/)"),
        ("[x](other)", "[x](../other/)"),
        ("[x](../one/other/)", "[x](../other/)"),
        ("[x](/2019/old/)", "[x](../third/)"),
        ("[x](/2019/old/index.html)", "[x](../third/)"),
        ("[x](https://old.example/2019/old#part)", "[x](../third/#part)"),
        ("[x](https://old.example/two/third?utm=1)", "[x](../third/)"),
        ("[x](http://OLD.example:80/two/third#part)", "[x](../third/#part)"),
        ("[x](//Old.Example/two/third)", "[x](../third/)"),
        ("[x](HTTPS://old.example:443/2019/old/)", "[x](../third/)"),
        ("[x](https://old.example:8080/two/third)", "[x](https://old.example:8080/two/third)"),
        ("[x](ftp://old.example/two/third)", "[x](ftp://old.example/two/third)"),
        ("[x](https://old.example.org/two/third)", "[x](https://old.example.org/two/third)"),
        ('[x]({{< ref "third.md" >}})', "[x](../third/)"),
        ('[x]({{% relref "/two/third#part" %}})', "[x](../third/#part)"),
        ("[x](../two/with%20blanks.md)", "[x](../with-blanks/)"),
        ("[x](<../two/with blanks.md>)", "[x](<../with-blanks/>)"),
        ("[x]: ../two/third.md", "[x]: ../third/"),
        ("<a href='other.md'>x</a>", "<a href='../other/'>x</a>"),
        ("[[other]]", "[other](../other/)"),
        ("[[The third|words]]", "[words](../third/)"),
        ("[[third#A part]]", "[third › A part](../third/#a-part)"),
        ("[x](#here)", "[x](#here)"),
        ("[x](mailto:a@b.example)", "[x](mailto:a@b.example)"),
        ("[x](//cdn.example/a.md)", "[x](//cdn.example/a.md)"),
        ("`[x](other.md)`", "`[x](other.md)`"),
        ("```\n[x](other.md)\n```", "```\n[x](other.md)\n```"),
    ],
)
def test_a_link_between_notes_is_a_link_between_pieces(take: Import, link: str, becomes: str) -> None:
    report = take(
        {
            "one/a.md": f"# A\n\n{link}",
            "one/other.md": "# Other\n\nx",
            "two/third.md": "---\ntitle: The third\naliases: /2019/old/\n---\nx",
            "two/with blanks.md": "# Blanks\n\nx",
        },
        old_site=OldSite("old.example"),
    )
    assert stored("a").source == becomes
    assert report.links == (link != becomes)
    assert report.remarks == []


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("[x](missing.md)", "The link to missing.md leads to nothing that is imported."),
        ("[x](/about/)", "The link to /about/ leads to nothing that is imported."),
        ("[[Nowhere]]", "[[Nowhere]] leads to nothing that is imported."),
        ('[x]({{< ref "no.md" >}})', "The link to no.md leads to nothing that is imported."),
        ("[x](data.pdf)", "The file data.pdf does not come along: only pictures do."),
        ("[x](../../outside.md)", "The link to ../../outside.md leads to nothing that is imported."),
        ("![x](gone.png)", "The picture gone.png is missing."),
        ("![x](../../etc/passwd)", "The picture ../../etc/passwd is missing."),
    ],
)
def test_what_leads_nowhere_stays_and_is_reported(take: Import, link: str, sentence: str) -> None:
    report = take({"one/a.md": f"# A\n\n{link}", "one/data.pdf": b"%PDF"})
    assert stored().source == link
    assert f"one/a.md: {sentence}" in sentences(report)


@pytest.mark.parametrize(
    ("path", "reference"),
    [
        ("post/pic.png", "![x](pic.png)"),
        ("post/pic.png", "![x](./pic.png 'title')"),
        ("post/my pic (1).png", "![x](<my pic (1).png>)"),
        ("post/my pic.png", "![x](my%20pic.png)"),
        ("post/my pic.png", "![x](my pic.png)"),
        ("post/Pic.PNG", "![x](pic.png)"),
        ("static/images/pic.png", "![x](/images/pic.png)"),
        ("attachments/pic.png", "![[pic.png]]"),
        ("post/u\u0308ber.png", "![x](über.png)"),
        ("post/pic.png", "[x]: pic.png\n\n![a][x]"),
        ("post/pic.png", "<img src='pic.png' alt='x'>"),
        ("post/pic.png", "[large](pic.png)"),
        ("pic.png", "![x](../pic.png)"),
        ("post/pic.jpeg", "![x](pic.jpeg)"),
    ],
)
def test_a_picture_beside_a_note_comes_along(take: Import, client: FlaskClient, path: str, reference: str) -> None:
    report = take({"post/a.md": f"---\ntitle: A\ndate: 2024-01-01\n---\n{reference}", path: picture()})
    assert report.pictures == 1
    assert report.remarks == []
    row = db.session.scalars(select(Picture)).one()
    assert f"../../media/{row.name}" in stored().source
    assert f"/media/{row.name}" in client.get("/notebook/a/").text
    answer = client.get(f"/media/{row.name}")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/png", picture())


def test_pictures_of_one_name_are_both_kept_and_the_same_picture_is_stored_once(take: Import) -> None:
    files: dict[str, str | bytes] = {
        "a/index.md": "# A\n\n![x](pic.png)",
        "a/pic.png": picture(),
        "b/index.md": "# B\n\n![x](pic.png)",
        "b/pic.png": picture("JPEG"),
        "c/index.md": "# C\n\n![x](copy.png)",
        "c/copy.png": picture(),
    }
    assert take(files).pictures == 2
    assert stored("a").source != stored("b").source
    assert stored("c").source == stored("a").source
    assert len(list(media.folder().iterdir())) == 2
    assert take().pictures == 2
    assert db.session.scalar(select(func.count()).select_from(Picture)) == 2


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.svg", SVG, "SVG"),
        ("a.heic", HEIC, "HEIC"),
        ("a.jpg", HEIC, "HEIC"),
        ("a.png", SVG, "SVG"),
        ("a.png", b"nothing", "none of PNG"),
    ],
)
def test_a_picture_that_cannot_be_one_stays_behind_with_a_word(
    take: Import, name: str, data: bytes, reason: str
) -> None:
    report = take({"note.md": f"# A\n\n![x]({name})", name: data})
    assert stored().source == f"![x]({name})"
    assert f"{name}: The picture does not come along: it is" in sentences(report)
    assert reason in sentences(report)
    assert not media.folder().exists() or not list(media.folder().iterdir())


def test_a_photo_loses_its_position_on_the_way(take: Import) -> None:
    take({"a.md": "# A\n\n![x](p.jpg)", "p.jpg": picture("JPEG", exif=exif(6))})
    row = db.session.scalars(select(Picture)).one()
    path = media.path_of(row.name)
    assert path is not None
    assert b"SN-4711" not in path.read_bytes()
    assert (row.width, row.height, row.size) == (20, 40, path.stat().st_size)


def test_pictures_elsewhere_are_left_alone(take: Import) -> None:
    source = "![x](https://cdn.example/a.png) <img src='//cdn.example/b.png'> ![y](data:image/png;base64,AAAA)"
    report = take({"a.md": f"# A\n\n{source}"})
    assert (stored().source, report.pictures, report.remarks) == (source, 0, [])


def test_a_link_out_of_the_folder_is_not_followed(take: Import, notes: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("# Secret\n\nx")
    (outside / "secret.png").write_bytes(picture())
    (notes / "link.md").symlink_to(outside / "secret.md")
    (notes / "secret.png").symlink_to(outside / "secret.png")
    (notes / "folder").symlink_to(outside)
    report = take({"a.md": "# A\n\n![x](secret.png)", ".hidden/b.md": "# B", "node_modules/c.md": "# C"})
    assert (report.added, report.pictures) == (1, 0)
    assert stored().title == "A"


def test_what_is_about_the_folder_is_skipped_with_a_word(take: Import) -> None:
    report = take(
        {"README.md": "# Read me", "LICENSE.md": "x", "a/README.md": "# A note\n\nx", "posts/_index.md": "# P"}
    )
    assert (report.added, report.skipped) == (1, 3)
    assert "README.md: Skipped: " in sentences(report)
    assert stored().title == "A note"


def test_a_readme_alone_is_a_note(take: Import) -> None:
    assert take({"README.md": "# Read me\n\nx"}).added == 1


def test_an_empty_file_is_skipped_with_a_word(take: Import) -> None:
    assert take({"a.md": " \n", "b.markdown": "# B\n\nx"}).skipped == 1


@pytest.mark.parametrize(
    ("site", "address", "within"),
    [
        ("https://old.example/~me/", "http://old.example/~me/a/?b#c", "/a/?b#c"),
        ("https://old.example/~me", "https://old.example/~me", "/"),
        ("https://old.example/~me", "https://old.example/~meg/a", None),
        ("//OLD.example:8080", "https://old.example:8080/a", "/a"),
        ("https://old.example", "https://[broken/a", None),
        ("https://old.example", "/a", None),
    ],
)
def test_a_former_site_may_lie_below_a_path(site: str, address: str, within: str | None) -> None:
    assert old_site(site).within(address) == within
