"""What Hugo and Jekyll put into Markdown for themselves."""

import os
from pathlib import Path

import pytest

from blog.portability.shortcodes import without_shortcodes
from tests.portability.conftest import Import, sentences, stored
from tests.portability.pictures import picture


@pytest.mark.parametrize(
    ("source", "markdown"),
    [
        ("{% highlight python linenos %}\nx = 1\n{% endhighlight %}", "```python\nx = 1\n```"),
        ('{{< highlight go "linenos=table" >}}\n  a\n    b\n{{< /highlight >}}', "```go\na\n  b\n```"),
        ("{% highlight md %}\n```\nx\n```\n{% endhighlight %}", "````md\n```\nx\n```\n````"),
        ('{{< figure src="a.png" alt="A" >}}', "![A](<a.png>)"),
        ("{{< figure src='a b.png' caption='Words' />}}", "![Words](<a b.png>)\n\n*Words*"),
        ("[x]({% post_url 2020-01-02-other %})", "[x]({% post_url 2020-01-02-other %})"),
        ("[x]({{ site.baseurl }}{% link _posts/other.md %})", "[x]({% link _posts/other.md %})"),
        ("[x]({{ site.baseurl }}/a/)", "[x](/a/)"),
        ("[x]({{ '/a/' | relative_url }})", "[x](/a/)"),
        ("{% raw %}{{ a }}{% endraw %}", "{{ a }}"),
        ("* TOC\n{:toc}\n\ntext", "\ntext"),
        ("text\n{: .note}\nmore", "text\nmore"),
        ("`{% raw %}` and\n\n```\n{% raw %}\n{: .x}\n```", "`{% raw %}` and\n\n```\n{% raw %}\n{: .x}\n```"),
        ("{ braces } and {{ mustaches }}", "{ braces } and {{ mustaches }}"),
        ("```\n{% highlight c %}\n```\n\nx {% endhighlight %}", "```\n{% highlight c %}\n```\n\nx {% endhighlight %}"),
    ],
)
def test_shortcodes_become_markdown(source: str, markdown: str) -> None:
    assert without_shortcodes(source)[0] == markdown


@pytest.mark.parametrize(
    ("link", "becomes"),
    [
        ("[b]({% post_url 2020-01-02-b %})", "[b](../b/)"),
        ("[b]({%- post_url /2020-01-02-b -%}#part)", "[b](../b/#part)"),
        ("[b]({{ site.baseurl }}{% link _posts/2020-01-02-b.markdown %})", "[b](../b/)"),
        ("[b]: {% post_url 2020-01-02-b %}", "[b]: ../b/"),
        ('[b]: {{< ref "2020-01-02-b" >}}', "[b]: ../b/"),
        ('<a href="{% post_url 2020-01-02-b %}">b</a>', '<a href="../b/">b</a>'),
    ],
)
def test_a_reference_of_jekyll_is_a_link_between_pieces(take: Import, link: str, becomes: str) -> None:
    report = take({"_posts/2020-01-01-a.md": f"# A\n\n{link}", "_posts/2020-01-02-b.markdown": "# B\n\ntext"})
    assert stored("a").source == becomes
    assert (report.links, report.remarks) == (1, [])


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("See {% post_url 2020-01-02-b %}.", "Shortcodes are shown as they were typed: post_url."),
        ("See {% link _posts/2020-01-02-b.md %}.", "Shortcodes are shown as they were typed: link."),
        ('See {{< ref "2020-01-02-b.md" >}}.', "Shortcodes are shown as they were typed: ref."),
        ("[x]({% post_url 2020-01-03-c %})", "The link to 2020-01-03-c leads to nothing that is imported."),
        ("[x]({% link _posts/c.md %})", "The link to /_posts/c.md leads to nothing that is imported."),
        ("[x]: {% post_url c %}", "The link to c leads to nothing that is imported."),
    ],
)
def test_a_reference_that_leads_nowhere_stays_as_typed_and_is_named(take: Import, source: str, sentence: str) -> None:
    report = take({"_posts/2020-01-01-a.md": f"# A\n\n{source}", "_posts/2020-01-02-b.md": "# B\n\ntext"})
    assert stored("a").source == source
    assert sentences(report) == f"_posts/2020-01-01-a.md: {sentence}"


def test_a_figure_of_hugo_comes_along(take: Import) -> None:
    report = take({"posts/a/index.md": '# A\n\n{{< figure src="x.png" alt="X" >}}', "posts/a/x.png": picture()})
    assert report.pictures == 1
    assert stored().source.startswith("![X](<../../media/x-")


def test_what_has_no_counterpart_stays_and_is_named(take: Import) -> None:
    source = '{{< tweet user="x" >}} {% include a.html %} `{% not this %}` [x]({{< ref "no.md" >}}) %{%0D%'
    report = take({"a.md": f"# A\n\n{source}"})
    assert stored().source == source
    assert "a.md: Shortcodes are shown as they were typed: include, tweet." in sentences(report)


def test_other_names_of_a_note_serve_its_wiki_links(take: Import) -> None:
    take({"a.md": "# A\n\n[[Another name]]", "b.md": "---\ntitle: B\naliases: [Another name]\n---\ntext"})
    assert stored("a").source == "[Another name](../b/)"


def test_a_name_of_no_characters_is_read_all_the_same(take: Import, notes: Path) -> None:
    Path(notes, os.fsdecode(b"caf\xe9.md")).write_text("# Coffee\n\ntext")
    assert take().added == 1
    assert stored().title == "Coffee"


def test_a_report_never_moves_the_cursor_of_a_terminal(take: Import) -> None:
    report = take({"a.md": "# A\n\n[x](<\x1b[2Jb.md>)", "b\x1b[31m.md": "---\ntitle: B\ndate: soon\n---\n"})
    assert len(report.remarks) == 2
    assert "\x1b" not in "\n".join(report.lines())
