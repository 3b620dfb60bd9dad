"""Indentation in columns, where a tab reaches to the next stop of four (CommonMark 0.31, section 2.2)."""

import re

BLANK = re.compile(r"[ \t]*$")


def is_blank(line: str) -> bool:
    """Tell whether a line shows nothing."""
    return BLANK.match(line) is not None


def indentation(line: str) -> int:
    """Count the columns of white space that a line begins with."""
    column = 0
    for char in line:
        if char == " ":
            column += 1
        elif char == "\t":
            column += 4 - column % 4
        else:
            break
    return column


def dedent(line: str, columns: int) -> str:
    """Take up to so many columns of white space from the start of a line, splitting a tab where it must."""
    column = 0
    for position, char in enumerate(line):
        if column >= columns or char not in " \t":
            return " " * (column - columns) + line[position:]
        column += 1 if char == " " else 4 - column % 4
    return ""


def shifted(line: str, columns: int) -> str:
    """Take columns away as `dedent` does; tabs behind them become blanks where their stops would move."""
    rest = dedent(line, columns)
    text = rest.lstrip(" \t")
    if columns % 4 == 0 or "\t" not in rest[: len(rest) - len(text)]:
        return rest
    return " " * (indentation(line) - columns) + text


def trim(lines: list[str]) -> list[str]:
    """Drop blank lines from both ends."""
    start, end = 0, len(lines)
    while start < end and is_blank(lines[start]):
        start += 1
    while end > start and is_blank(lines[end - 1]):
        end -= 1
    return lines[start:end]
