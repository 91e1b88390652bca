"""Checks that an answer is shown: as text, and the same in a picture and on a page."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

from zermelo.answers.answer import CommandAnswer, title_of
from zermelo.answers.render import html, svg, text

NAMESPACE = "http://www.w3.org/2000/svg"
ADDRESS = re.compile(r"(?:https?:)?//|@import|\bsrc=|url\((?!#)")
"""What would load something from elsewhere."""


class Page(HTMLParser):
    """Notes what is in the one `pre` of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inside, self.text, self.title = "", "", ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.inside = tag if tag in ("pre", "title") else self.inside

    def handle_endtag(self, tag: str) -> None:
        self.inside = "" if tag == self.inside else self.inside

    def handle_data(self, data: str) -> None:
        if self.inside == "pre":
            self.text += data
        elif self.inside == "title":
            self.title += data


def unshown(answer: CommandAnswer) -> Iterator[str]:
    """Yield what is wrong with how an answer is shown."""
    plain, picture, page = text.render(answer), svg.render(answer), html.render(answer)
    if not plain.strip():
        yield "no text"
    drawn = drawn_text(picture)
    if letters(drawn) != letters(plain):
        yield f"the picture has other letters: {drawn}"
    read = Page(page)
    if letters(read.text) != letters(plain):
        yield f"the page has other letters: {read.text}"
    if read.title != title_of(answer):
        yield f"the page is called {read.title!r}"
    for document in (picture.replace(NAMESPACE, ""), page):
        yield from (f"asks for {found[0]}" for found in ADDRESS.finditer(document))


def letters(shown: str) -> Counter[str]:
    """Count all characters but blanks and rules: lines are broken at different widths."""
    return Counter(re.sub(r"[\s─]", "", shown))


def drawn_text(picture: str) -> str:
    """Return what the lines of an SVG picture say, without its title."""
    root = ElementTree.fromstring(picture)
    (group,) = (one for one in root.iter() if one.get("class", "").endswith("-matrix"))
    return "\n".join(group.itertext())
