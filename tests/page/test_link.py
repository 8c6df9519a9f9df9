"""The two codecs of links, Python's and the page's, held to each other by any text and state."""

import json
import zlib
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.document import link
from server.document.link import LinkError, Moment, decode, encode
from tests.page.node import ROOT, Node
from tests.sampling import examples

GOLDEN = json.loads((ROOT / "tests" / "golden" / "links.json").read_text("utf-8"))


class Codec(Node):
    """The page's codec."""

    program = "link_codec.ts"

    def encode(self, moment: dict) -> str:
        return self.answer({"encode": moment})["link"]

    def decode(self, text: str) -> dict:
        return self.answer({"decode": text})


@pytest.fixture(scope="module")
def page():
    with Codec() as codec:
        yield codec


names = st.none() | st.text(max_size=link.MOST_NAME)
numbers = st.none() | st.integers(0, link.MOST_NUMBER)
moments = st.builds(
    Moment,
    code=st.text(max_size=2000),
    title=names,
    step=numbers,
    selection=names,
    stride=st.sampled_from(link.STRIDES),
    phrasing=st.sampled_from(link.PHRASINGS),
    tab=st.sampled_from(link.TABS),
    language=st.sampled_from((None, *link.LANGUAGES)),
    theme=st.sampled_from((None, *link.THEMES)),
    seed=numbers,
    engine=names,
    digest=names,
    bearing=st.sampled_from((None, *link.BEARINGS)),
    camera=st.none() | st.just("whole") | st.from_regex(link.SIGHT, fullmatch=True),
    folds=st.none() | st.from_regex(link.FOLDS, fullmatch=True),
    moved=st.none() | st.from_regex(link.MOVED, fullmatch=True),
    peek=st.none() | st.from_regex(link.PEEK, fullmatch=True),
    gradients=st.sampled_from((None, "one")),
)


def json_of(text: str) -> bytes:
    return link.unpacked(text.partition(".")[2][: -link.CHECK_LENGTH])


@given(moments)
def test_a_moment_comes_back_from_its_link(moment):
    assert decode(encode(moment)) == moment
    assert decode("#" + encode(moment)) == moment


@examples(150)
@given(moments)
def test_the_page_and_python_open_each_others_links(page, moment):
    ours, theirs = encode(moment), page.encode(asdict(moment))
    assert json_of(ours) == json_of(theirs)
    assert decode(theirs) == moment
    assert page.decode(ours)["moment"] == asdict(moment)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["case"])
def test_a_link_once_given_out_opens_for_ever(page, case):
    for text in case["links"]:
        assert decode(text) == Moment(**case["moment"])
        assert page.decode(text)["moment"] == asdict(Moment(**case["moment"]))


def test_twenty_lines_with_chinese_comments_stay_under_700_characters():
    [lesson] = [case for case in GOLDEN if "20 lines" in case["case"]]
    assert len(lesson["moment"]["code"].splitlines()) == 20
    assert max(map(len, lesson["links"])) < 700


def fault(text: str) -> str:
    with pytest.raises(LinkError) as caught:
        decode(text)
    assert str(caught.value).endswith(".")
    return caught.value.code


@examples(300)
@given(moments, st.data())
def test_a_link_cut_short_is_damaged(page, moment, data):
    whole = encode(moment)
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    assert fault(cut) == "damaged"
    assert page.decode(cut) == {"fault": "damaged"}


@examples(300)
@given(moments, st.data())
def test_a_link_with_one_changed_character_never_shows_another_moment(page, moment, data):
    whole = encode(moment)
    at = data.draw(st.integers(2, len(whole) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda c: c != whole[at]))
    changed = whole[:at] + other + whole[at + 1 :]
    theirs = page.decode(changed)
    try:
        opened = decode(changed)
    except LinkError as error:
        assert error.code in ("damaged", "too_big")
        assert "moment" not in theirs or theirs["moment"] == asdict(moment)
    else:
        # Bits of the last character that no byte takes.
        assert opened == moment
        assert theirs.get("moment", asdict(moment)) == asdict(moment)


@given(st.text())
def test_no_text_is_anything_but_a_link_or_a_sentence(text):
    try:
        decode(text)
    except LinkError as error:
        assert error.code in link.SENTENCES


def packed(data: bytes) -> str:
    """A link of any bytes, well made otherwise."""
    body = zlib.compress(data, 9, -zlib.MAX_WBITS)
    return f"1.{link.safe(body)}{link.check(data)}"


STRANGE = {
    "another version": ("2.AAAA", "newer"),
    "a version of the far future": ("99999999999999999999.A", "newer"),
    "the address of a part of the page": ("steps", "damaged"),
    "nothing": ("", "damaged"),
    "a bomb of 200 MB": (packed(b" " * 200_000_000), "too_big"),
    "a hash longer than any link": ("1." + "A" * 200_000, "too_big"),
    "no JSON": (packed(b"{"), "damaged"),
    "JSON that nests too deep": (packed(b"[" * 100_000), "damaged"),
    "JSON that is no object": (packed(b"3"), "damaged"),
    "no code": (packed(b"{}"), "damaged"),
    "code that is no text": (packed(b'{"c":3}'), "damaged"),
    "a step before the first": (packed(b'{"c":"","s":-1}'), "damaged"),
    "a step between two": (packed(b'{"c":"","s":1.5}'), "damaged"),
    "a step that is true": (packed(b'{"c":"","s":true}'), "damaged"),
    "a seed that no browser can hold": (packed(b'{"c":"","r":9007199254740992}'), "damaged"),
    "a language that we do not speak": (packed(b'{"c":"","l":"fr"}'), "damaged"),
    "a camera without a scale": (packed(b'{"c":"","v":"1,2"}'), "damaged"),
    "a camera in other digits": (packed('{"c":"","v":"1,2,٣"}'.encode()), "damaged"),
    "a camera and a line": (packed(b'{"c":"","v":"whole\\n"}'), "damaged"),
    "folds of no kind": (packed(b'{"c":"","g":"x3"}'), "damaged"),
    "more folds than there are": (packed(b'{"c":"","g":"f' + b"1," * 2000 + b'1"}'), "damaged"),
    "a box dragged one way only": (packed(b'{"c":"","m":"3,4"}'), "damaged"),
    "a look inside nothing": (packed(b'{"c":"","i":"7::c"}'), "damaged"),
    "a theme that is a list": (packed(b'{"c":"","t":[]}'), "damaged"),
    "a title too long": (packed(b'{"c":"","n":"' + b"x" * 201 + b'"}'), "damaged"),
    "text that is not UTF-8": (packed(b'{"c":"\xff"}'), "damaged"),
    "something after the end": (
        "1." + link.safe(zlib.compress(b'{"c":""}', 9, -15) + b"more") + link.check(b'{"c":""}'),
        "damaged",
    ),
}


@pytest.mark.parametrize(("text", "code"), STRANGE.values(), ids=STRANGE.keys())
def test_what_is_no_link_is_refused_in_a_sentence_by_both(page, text, code):
    assert fault(text) == code
    assert page.decode(text) == {"fault": code}


def test_a_whole_number_may_be_written_with_a_point(page):
    text = packed(b'{"c":"x","s":3.0}')
    assert decode(text) == Moment("x", step=3)
    assert page.decode(text)["moment"]["step"] == 3


def test_what_a_later_minor_version_adds_does_not_matter(page):
    text = packed(b'{"c":"x","s":3,"zoom":2}')
    assert decode(text) == Moment("x", step=3)
    assert page.decode(text)["moment"] == asdict(Moment("x", step=3))


@pytest.mark.parametrize("field", [{"step": -1}, {"seed": 2**53}, {"stride": "x"}, {"title": 3}])
def test_a_moment_that_no_link_can_carry_is_not_made(field):
    with pytest.raises(ValueError, match="A link cannot carry this"):
        Moment("", **field)
