"""The one writer of SVG: what goes in comes out escaped, and nothing else writes tags."""

import re
import xml.etree.ElementTree as Xml
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from zermelo.pictures.board_svg import BoardPlan
from zermelo.pictures.svg import document, element, words

PACKAGE = Path(__file__).parents[2] / "src" / "zermelo"
TAGS = re.compile(r"<(svg|rect|circle|path|polygon|text|g|line|tspan)[ >]")
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]))


@given(TEXTS, TEXTS)
def test_texts_come_back_as_they_were(attribute: str, content: str) -> None:
    found = Xml.fromstring(element("text", words(content), class_=attribute))
    assert found.attrib == {"class": attribute}
    assert (found.text or "") == content


def test_a_drawing_is_as_large_as_it_says() -> None:
    drawing = Xml.fromstring(document(30.4, 20.0, "", [element("rect", x=1, y=0.25, fill=None)]))
    assert drawing.attrib == {"viewBox": "0 0 30 20", "width": "30", "height": "20"}
    assert drawing[-1].attrib == {"x": "1", "y": "0.2"}


def test_rows_of_hexagons_are_shifted_and_holes_are_left_out() -> None:
    plan = BoardPlan(10, 10, 8, left=100.0, skew=True)
    boxes = [part for part in plan.drawn([["a", None], ["", "b"]]) if part.startswith("<rect")]
    assert [re.findall(r' [xy]="([\d.]+)"', box) for box in boxes] == [
        ["105.0", "0.0"],
        ["100.0", "10.0"],
        ["110.0", "10.0"],
    ]


def test_no_other_module_writes_tags() -> None:
    writers = [path for path in PACKAGE.glob("**/*.py") if TAGS.search(path.read_text("utf-8"))]
    assert [path.name for path in writers] == ["svg.py"]
    assert writers == [PACKAGE / "pictures" / "svg.py"]
