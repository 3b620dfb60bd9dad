"""The house stands: imports between the floors go one way."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BLOG = ROOT / "blog"
FLOORS = {
    "text": 0, "feeds": 0, "models": 1, "state": 2, "reading": 3, "writing": 3,
    "portability": 4, "web": 5, "bridge": 5, "door": 5, "commands": 6, "cli": 6,
}  # fmt: skip
# Beside what lies below: who may ask whom on one floor.
BESIDE = {("feeds", "text"), ("door", "bridge"), ("cli", "commands")}
# The one thing that writing asks of reading is the gate: whether the public sees what it is about to change.
GATE = ("writing", "blog.reading", "gate")
FORBIDDEN = {
    "text": {"flask", "sqlalchemy"},
    "feeds": {"flask", "sqlalchemy"},
    "models": {"flask"},
    "reading": {"flask"},
    "writing": {"flask"},
    "web": {"sqlalchemy"},
}


def modules() -> list[Path]:
    return [path for path in sorted(BLOG.rglob("*.py")) if "migrations" not in path.parts]


def floor_of(path: Path) -> str:
    return path.relative_to(BLOG).parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, tuple[str, ...], int]]:
    """Each imported module, the names taken from it, and how deep in the file that stands (0: top level)."""
    tree = ast.parse(path.read_text("utf-8"))
    top = {id(node) for node in tree.body}
    found: list[tuple[str, tuple[str, ...], int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, (), int(id(node) not in top)) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            found.append((node.module or "", names, int(id(node) not in top)))
    return found


def targets(module: str, names: tuple[str, ...]) -> list[str]:
    """The parts of `blog` that an import reaches."""
    if module == "blog":
        return [name for name in names if name in FLOORS]
    return [module.split(".")[1]] if module.startswith("blog.") else []


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_from_below(path: Path) -> None:
    own = floor_of(path)
    for module, names, depth in imports(path):
        assert module.split(".")[0] not in FORBIDDEN.get(own, set()), f"{own} may not know {module}"
        for target in targets(module, names):
            assert depth == 0, f"{module} is imported inside a function"
            if target == own or (own, target) in BESIDE or (own, module, *names) == GATE:
                continue
            assert FLOORS[target] < FLOORS[own], f"{own} may not import {module}"


def test_only_one_module_speaks_to_htmx() -> None:
    speakers = [path for path in modules() if '"HX-' in path.read_text("utf-8") or "'HX-" in path.read_text("utf-8")]
    assert speakers == [BLOG / "web" / "htmx.py"]


def test_only_the_gate_compares_dates_of_publication() -> None:
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and path.name != "gate.py":
                ordered = any(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops)
                sides = [side.attr for side in (node.left, *node.comparators) if isinstance(side, ast.Attribute)]
                assert not (ordered and "published_at" in sides), f"{path}:{node.lineno}"


def test_no_template_trusts_a_string() -> None:
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.is_file():
            text = path.read_text("utf-8")
            assert "|safe" not in text.replace(" ", ""), path
            assert "style=" not in text and "<style" not in text and " onclick" not in text, path
