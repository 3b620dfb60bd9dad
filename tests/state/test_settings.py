"""Settings: what the environment may say, and the one sentence for what it may not."""

import os
import stat
from pathlib import Path

import pytest

from app import create_app
from blog.state.database import db
from blog.state.schema import bring_up_to_date
from blog.state.settings import ROOT, SettingError, Settings
from tests.state.processes import together

KEY = "kHq3-vN8xT1_zR5mW7bYpL2cD9fG4jS6"


def settings(folder: Path, **environ: str) -> Settings:
    return Settings.from_environ({"BLOG_INSTANCE": str(folder), **environ})


def refusal(folder: Path, **environ: str) -> str:
    with pytest.raises(SettingError) as caught:
        settings(folder, **environ)
    return str(caught.value)


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert found.site_url == "http://127.0.0.1:8000"
    assert found.database_url == f"sqlite:///{tmp_path}/bokashi.db"
    assert (found.host, found.port, found.workers) == ("127.0.0.1", 8000, 1)
    assert (found.redis_url, found.trusted_proxies, found.root, found.is_https) == ("", 0, "", False)


def test_what_is_set_to_nothing_is_not_set(tmp_path: Path) -> None:
    names = ("BLOG_SITE_URL", "BLOG_DATABASE_URL", "BLOG_REDIS_URL", "BLOG_TRUSTED_PROXIES", "HOST", "PORT")
    assert settings(tmp_path, **dict.fromkeys(names, "")) == settings(tmp_path)


def test_without_a_folder_it_is_the_one_of_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("blog.state.settings.ROOT", tmp_path)
    monkeypatch.chdir("/")
    assert Settings.from_environ({}).instance == tmp_path / "instance"
    assert (ROOT / "app.py").exists()


@pytest.mark.parametrize(
    ("given", "kept", "root"),
    [
        ("https://example.org/", "https://example.org", ""),
        (" https://EXAMPLE.org:443 ", "https://example.org", ""),
        ("http://example.org:80/blog/", "http://example.org/blog", "/blog"),
        ("http://[::1]:8000", "http://[::1]:8000", ""),
        ("https://example.org/~me/blog", "https://example.org/~me/blog", "/~me/blog"),
        ("https://example.org/.well/..kept/a.b", "https://example.org/.well/..kept/a.b", "/.well/..kept/a.b"),
    ],
)
def test_a_public_address_is_kept_in_one_form(tmp_path: Path, given: str, kept: str, root: str) -> None:
    found = settings(tmp_path, BLOG_SITE_URL=given)
    assert (found.site_url, found.root) == (kept, root)


@pytest.mark.parametrize(
    "given",
    [
        "example.org", "ftp://example.org", "https://", "https://example.org?x=1", "https://example.org/#a",
        "https://me:pass@example.org", "https://example.org:port", "https://example.org:99999", "https://exa mple.org",
        "https://example.org/a\"b", "http://[::1", "javascript:alert(1)", "https://example.org:0",
    ],
)  # fmt: skip
def test_a_broken_public_address_is_named(tmp_path: Path, given: str) -> None:
    assert_sentence(refusal(tmp_path, BLOG_SITE_URL=given), "BLOG_SITE_URL", "https://example.org")


@pytest.mark.parametrize(
    "path",
    [
        "/../blog", "/blog/..",
        "/./blog", "/a/../b", "//blog", "/blog//", "//", "/a//b", "/%7Eme", "/%2e%2e/blog", "/100%",
        "/a%2Fb", "/blöd", "/a;b", "/a,b", "/a\tb",
    ],
)  # fmt: skip
def test_a_path_that_can_be_written_in_two_ways_is_refused(tmp_path: Path, path: str) -> None:
    assert_sentence(
        refusal(tmp_path, BLOG_SITE_URL=f"https://example.org{path}"), "BLOG_SITE_URL", "https://example.org"
    )


@pytest.mark.parametrize("given", ["0", "-1", "65536", "80.5", "8000a", "٨٠٠٠", "0x50", "1e3"])
def test_a_broken_port_is_named(tmp_path: Path, given: str) -> None:
    assert_sentence(refusal(tmp_path, PORT=given), "PORT", "from 1 to 65535")


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("WEB_CONCURRENCY", "0"),
        ("WEB_CONCURRENCY", "many"),
        ("BLOG_TRUSTED_PROXIES", "-1"),
        ("BLOG_TRUSTED_PROXIES", "99"),
    ],
)
def test_a_broken_number_is_named(tmp_path: Path, name: str, given: str) -> None:
    assert_sentence(refusal(tmp_path, **{name: given}), name, "whole number")


@pytest.mark.parametrize("given", ["127.0.0.1:6379", "http://127.0.0.1", "memory://"])
def test_a_broken_address_of_redis_is_named(tmp_path: Path, given: str) -> None:
    assert_sentence(refusal(tmp_path, BLOG_REDIS_URL=given), "BLOG_REDIS_URL", "redis://")


@pytest.mark.parametrize("given", ["hunter2@host:port/name", "u:hunter2@host", "u:hunter2@host/", "", "[::1/name"])
def test_an_address_of_postgresql_names_a_database_and_is_never_repeated(tmp_path: Path, given: str) -> None:
    sentence = str(refusal(tmp_path, BLOG_DATABASE_URL=f"postgresql+psycopg://{given}"))
    assert_sentence(sentence, "BLOG_DATABASE_URL", "USER:PASSWORD@HOST/NAME")
    assert "hunter2" not in sentence


@pytest.mark.parametrize("password", ["hun@ter2", "hun/ter2", "hun?ter2", "hun#ter2", "@hunter2"])
def test_a_sign_that_ends_a_password_too_early_is_named_and_no_part_of_it_said(tmp_path: Path, password: str) -> None:
    redis, database = f"redis://:{password}@host:6379/0", f"postgresql+psycopg://me:{password}@host/notes"
    for name, given in (("BLOG_REDIS_URL", redis), ("BLOG_DATABASE_URL", database)):
        sentence = str(refusal(tmp_path, **{name: given}))
        assert_sentence(sentence, name, "%40")
        assert "hun" not in sentence
        assert "ter2" not in sentence


@pytest.mark.parametrize("given", ["mysql://a/b", "bokashi.db", "postgres://a/b", "sqlite:memory", "sqlite://"])
def test_a_broken_address_of_the_database_is_named(tmp_path: Path, given: str) -> None:
    assert_sentence(refusal(tmp_path, BLOG_DATABASE_URL=given), "BLOG_DATABASE_URL", "sqlite:///")


def test_postgresql_without_its_client_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("blog.state.settings.find_spec", lambda _name: None)
    assert_sentence(refusal(tmp_path, BLOG_DATABASE_URL="postgresql+psycopg://x/y"), "BLOG_DATABASE_URL", "psycopg")


def test_the_address_of_a_postgresql_database_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blog.state.settings.find_spec", lambda _name: object())
    address = "postgresql+psycopg://me:pass@db.example/notes"
    assert settings(tmp_path, BLOG_DATABASE_URL=address).database_url == address


def test_a_relative_database_lies_in_the_instance_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert settings(tmp_path, BLOG_DATABASE_URL="sqlite:///a.db").database_url == f"sqlite:///{tmp_path}/a.db"
    assert settings(tmp_path, BLOG_DATABASE_URL="sqlite:////srv/a.db").database_url == "sqlite:////srv/a.db"


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "bokashi.db").mkdir()
    assert_sentence(refusal(tmp_path, BLOG_DATABASE_URL="sqlite:///bokashi.db"), "BLOG_DATABASE_URL", "name a file")
    assert_sentence(refusal(tmp_path), str(tmp_path / "bokashi.db"), "BLOG_DATABASE_URL")


def test_a_database_in_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert_sentence(refusal(tmp_path, BLOG_DATABASE_URL="sqlite:///no/where.db"), "BLOG_DATABASE_URL", "no/where.db")


@pytest.mark.parametrize("name", ["with blank", "100%25 #1", "ünï", "a;b&c=d@e:f", "what?x=1"])
def test_an_instance_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    app = create_app(settings(tmp_path / name))
    with app.app_context():
        assert bring_up_to_date(app.extensions["settings"])
        db.engine.dispose()
    assert (tmp_path / name / "bokashi.db").exists()


def test_a_missing_instance_folder_is_made(tmp_path: Path) -> None:
    found = settings(tmp_path / "a" / "b")
    assert found.instance.is_dir()
    assert stat.S_IMODE(found.instance.stat().st_mode) & 0o007 == 0


def test_an_instance_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert_sentence(refusal(tmp_path / "file"), str(tmp_path / "file"), "BLOG_INSTANCE", str(os.getuid()))


def test_an_instance_folder_that_cannot_be_made_is_named() -> None:
    assert_sentence(refusal(Path("/proc/bokashi")), "/proc/bokashi", "BLOG_INSTANCE")


def test_a_read_only_instance_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir(mode=0o555)
    before = (
        "import os\nfrom blog.state.settings import SettingError, Settings\nif os.geteuid() == 0: os.setuid(65534)\n"
    )
    lines = """
try:
    Settings.from_environ({"BLOG_INSTANCE": str(place / "kept")})
except SettingError as error:
    print(error, end="")
"""
    (read_only,) = together(tmp_path, lines, 1, before)
    assert_sentence(read_only, str(tmp_path / "kept"), "Permission denied", "BLOG_INSTANCE")


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "touch", full)
    assert_sentence(refusal(tmp_path), str(tmp_path), "No space left on device")


def test_a_check_of_the_folder_leaves_nothing_behind_but_the_secret(tmp_path: Path) -> None:
    settings(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    first = settings(tmp_path).secret_key
    assert len(first) >= 32
    assert settings(tmp_path).secret_key == first
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_two_sites_have_two_secrets(tmp_path: Path) -> None:
    assert settings(tmp_path / "a").secret_key != settings(tmp_path / "b").secret_key


def test_a_secret_that_is_set_is_used_and_none_is_made(tmp_path: Path) -> None:
    assert settings(tmp_path, BLOG_SECRET_KEY=KEY).secret_key == KEY
    assert not (tmp_path / "secret").exists()


@pytest.mark.parametrize("given", ["", "secret", "change-me", "x" * 64, "abcabc" * 10, "short", " " * 40])
def test_a_weak_secret_is_refused(tmp_path: Path, given: str) -> None:
    assert_sentence(refusal(tmp_path, BLOG_SECRET_KEY=given), "BLOG_SECRET_KEY", "random characters")


@pytest.mark.parametrize("kept", [b"", b"short", b"\xff\xfe" * 40])
def test_a_damaged_secret_is_named_and_not_replaced(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "secret").write_bytes(kept)
    assert_sentence(refusal(tmp_path), str(tmp_path / "secret"), "remove it")
    assert (tmp_path / "secret").read_bytes() == kept


def test_processes_that_start_together_agree_on_one_secret(tmp_path: Path) -> None:
    before = "from blog.state.settings import Settings\n"
    lines = 'print(Settings.from_environ({"BLOG_INSTANCE": str(place / "new")}).secret_key)'
    assert len(set(together(tmp_path, lines, 4, before))) == 1
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret"]


def test_no_key_of_the_repository_is_a_good_one(tmp_path: Path) -> None:
    for path in (ROOT / "tests" / "conftest.py", ROOT / "README.md", ROOT / "Makefile"):
        text = path.read_text("utf-8") if path.exists() else ""
        assert "BLOG_SECRET_KEY=" not in text
    assert not list(ROOT.glob("*.env")) and not (ROOT / ".env").exists()


def assert_sentence(text: str, *parts: str) -> None:
    """One sentence on one line that holds all the parts."""
    assert text.endswith(".") and "\n" not in text
    for part in parts:
        assert part in text, text


def test_the_public_address_follows_the_port_where_none_is_set(tmp_path: Path) -> None:
    found = Settings.from_environ({"BLOG_INSTANCE": str(tmp_path), "PORT": "8123"})
    assert found.site_url == "http://127.0.0.1:8123"


def test_a_host_that_no_browser_sends_is_named(tmp_path: Path) -> None:
    assert_sentence(refusal(tmp_path, BLOG_SITE_URL="https://b\u00fccher.example"), "BLOG_SITE_URL", "xn--bcher-kva")
    assert settings(tmp_path, BLOG_SITE_URL="https://xn--bcher-kva.example").site_host == "xn--bcher-kva.example"
