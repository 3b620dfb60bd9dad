"""Pieces to look at, with everything that a long text can hold, and what a browser says of a page."""

from playwright.sync_api import Page

from blog.models import Kind
from tests.conftest import Write

SENTENCE = "The quick brown fox jumps over the lazy dog and comes home before the rain begins to fall again. "
SECTION = """
## Section {number}

{paragraph}[^{number}]

```python
print("section {number}", "a line that is much too long for a telephone and so has to be scrolled sideways, by itself")
```

{paragraph}

[^{number}]: The note of section {number}.
"""
REST = """
| one | two | three | four | five | six | seven |
|---|---|---|---|---|---|---|
| unbreakable_identifier | unbreakable_identifier | unbreakable_identifier | 4 | 5 | 6 | 7 |

> [!WARNING]
> Mind the step.

- [x] done

A_name_that_is_much_longer_than_any_telephone_is_wide_and_has_no_place_to_break_it_at_all_whatever_one_does

[Elsewhere](https://example.org/a/page)
"""
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}


def long_text(sections: int = 6) -> str:
    """A text with sections, code, notes, and after them a table and more."""
    paragraph = SENTENCE * 9
    return "".join(SECTION.format(number=number, paragraph=paragraph) for number in range(1, sections + 1)) + REST


def long_piece(write: Write) -> str:
    """Publish a long essay and return its path."""
    return f"/notebook/{write('A long essay', long_text(), kind=Kind.ESSAY, summary=SENTENCE).slug}/"


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def line_length(page: Page) -> float:
    """The mean number of characters on the lines of the first paragraph, the last line left out."""
    return float(
        page.evaluate(
            """() => {
                const paragraph = document.querySelector(".text > p");
                const range = document.createRange();
                const text = paragraph.firstChild;
                let lines = 0, last = null, lastStart = 0;
                for (let at = 0; at < text.length; at++) {
                    range.setStart(text, at);
                    range.setEnd(text, at + 1);
                    const { top, width } = range.getBoundingClientRect();
                    if (width && top !== last) { lines++; last = top; lastStart = at; }
                }
                return lastStart / (lines - 1);
            }"""
        )
    )
