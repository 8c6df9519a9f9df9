"""Texts from strangers: no request that carries them is a 500, no file or terminal obeys them."""

import csv
import io
import json
import unicodedata

import pytest
import sqlalchemy
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from server.document.link import Moment
from server.document.untrusted_text import escape_controls, escape_formulas, has_lone_surrogate
from server.storage import snippets
from server.storage.snippets import Shared
from server.web.views.questions import cell
from tests.sampling import examples
from tests.web.rooms import Class
from tests.web.test_api import PRODUCT, refusal

HALF = "\ud800"
# Every character, lone surrogates and NUL among them; few of them, so that they meet.
wild = st.text(st.sampled_from('\ud800\udc00\0\x1b\u202e\n";=+-@\t|, a学😀') | st.characters())
values = st.recursive(
    wild | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False)
    | st.sampled_from([10**400, -(2**63), 1e308, "x" * 5000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(wild, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
FIELDS = {
    "/api/v1/run": ["seed"],
    "/api/v1/slice": ["seed", "value", "region"],
    "/api/v1/fixes": ["seed", "finding"],
    "/api/v1/share": ["title", "story", "selection", "step", "token", "engine", "digest", "seed",
                      "camera", "folds", "moved", "peek", "stride", "theme", "language"],
    "/api/v1/export/py": ["title", "story", "selection", "step", "seed", "theme"],
    "/api/v1/export/dot": ["title", "story", "selection", "step", "seed", "theme"],
    "/api/v1/rooms": ["title", "cursor", "selection", "stride", "seed"],
}  # fmt: skip
IN_A_ROOM = {
    ("POST", "/join"): ["name"],
    ("POST", "/moves"): ["digest", "cursor", "selection", "stride", "tab"],
    ("POST", "/wheel"): ["to"],
    ("POST", "/questions"): ["kind", "subject", "at", "text", "choices", "tolerance", "truth"],
    ("PUT", "/questions/1/answer"): ["value"],
    ("POST", "/offers"): ["title", "seed"],
    ("PUT", "/run"): ["title", "seed", "cursor"],
}
slow = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def check_reply(reply, body):
    """Hold that a reply is no mistake of the server, and a sentence where a text is no UTF-8."""
    assert reply.status_code < 500, reply.text
    if any(has_lone_surrogate(text) for text in texts_of(body)):
        assert reply.status_code >= 400
    if reply.status_code >= 400:
        refusal(reply)


def texts_of(value):
    """Every text in a value of JSON, as its reader joins the pairs."""
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list):
        return [text for each in value for text in texts_of(each)]
    return [json.loads(json.dumps(value))] if isinstance(value, str) else []


@pytest.mark.parametrize("path", FIELDS)
def test_no_text_in_any_field_is_a_mistake_of_the_server(client, path):
    @slow
    @given(st.dictionaries(st.sampled_from(FIELDS[path]) | wild, values, max_size=4))
    @example({FIELDS[path][0]: HALF})
    @example({HALF: 1})
    def hold(fields):
        body = fields | {"code": "1"}
        check_reply(client.post(path, json=body), body)

    hold()


@pytest.mark.parametrize("path", FIELDS)
def test_no_code_is_a_mistake_of_the_server(client, path):
    @slow
    @given(values)
    @example(HALF)
    def hold(code):
        check_reply(client.post(path, json={"code": code}), {"code": code})

    hold()


@pytest.fixture(scope="module")
def lesson(app):
    made = Class(app.test_client())
    made.question()
    return made


@pytest.mark.parametrize(("method", "path"), IN_A_ROOM)
@pytest.mark.parametrize("is_teacher", [True, False])
def test_no_text_in_a_room_is_a_mistake_of_the_server(lesson, method, path, is_teacher):
    student = lesson.join()[1]
    names = IN_A_ROOM[method, path]

    @slow
    @given(st.dictionaries(st.sampled_from(names) | wild, values, max_size=4))
    @example({names[0]: HALF})
    def hold(fields):
        right = {"digest": lesson.state()["digest"], "kind": "yesno", "at": 0, "truth": True}
        body = right | fields | ({"code": "1"} if path in ("/offers", "/run") else {})
        check_reply(lesson.ask(method, path, body, lesson.teacher if is_teacher else student), body)

    hold()
    assert lesson.ask("GET", "/answers.csv", who=lesson.teacher).status_code == 200
    assert lesson.ask("GET", "/desk", who=lesson.teacher).status_code == 200


@pytest.mark.parametrize("depth", [100, 900, 990, 2000, 30_000])
def test_json_that_nests_deep_is_a_sentence_wherever_it_stands(client, depth):
    for name in ("title", "story", "seed", "code", "step"):
        fields = {"code": '"1"', name: "[" * depth + "]" * depth}
        body = "{" + ",".join(f'"{each}":{value}' for each, value in fields.items()) + "}"
        paths = ["/api/v1/share", "/api/v1/export/dot"]
        for path in [*paths, *(["/api/v1/rooms"] if name in ("title", "seed", "code") else [])]:
            reply = client.post(path, data=body, content_type="application/json")
            assert reply.status_code == 400, (path, name)


def test_a_moment_or_story_with_half_a_character_is_not_made():
    for field in ("code", "title", "selection", "engine", "digest"):
        with pytest.raises(ValueError, match=f"this {field}"):
            Moment(**{"code": "", field: f"a{HALF}"})
    with pytest.raises(ValueError, match="half a character"):
        Shared(Moment(""), HALF)


def test_a_snippet_that_was_stored_with_half_a_character_is_shown_without_it(app, client):
    plain = {"code": PRODUCT + f"# {HALF}\n", "title": f"a{HALF}", "story": f"{HALF}b"}
    row = {"id": "22223333", "digest": "0" * 64, "content": json.dumps(plain), "made": 1}
    with app.extensions["store"].database.writing() as connection:
        connection.execute(sqlalchemy.insert(snippets.snippets).values(row))
    paths = ["/s/22223333", "/s/22223333.json", "/s/22223333.py", "/s/22223333.png",
             "/embed/22223333", "/api/v1/share/22223333",
             "/oembed?url=http://localhost/s/22223333"]  # fmt: skip
    for path in paths:
        assert client.get(path).status_code == 200, path
    told = client.get("/s/22223333.json").get_json()
    assert (told["title"], told["story"]) == ("a\ufffd", "\ufffdb")


PATHS = [
    "/s/%ED%A0%80", "/s/%00", "/s/%00.png", "/embed/%ED%A0%80", "/r/%ED%A0%80%00",
    "/oembed?url=%ED%A0%80", "/oembed?url=http://[", f"/oembed?maxwidth={'9' * 5000}&url=/s/2",
    "/api/v1/share/%ED%A0%80%0D%0A", "/api/v1/export/%ED%A0%80", "/build/%ED%A0%80", "/%00",
    "/api/v1/rooms/%ED%A0%80", "{room}/questions/" + "9" * 5000 + "/answer",
    "{room}/events?once=1&after=%ED%A0%80&participant=%00", "{room}/runs/%ED%A0%80",
]  # fmt: skip
HEADERS = [
    {"Authorization": "Bearer \xff\xfe.\x80"}, {"Authorization": "Bearer " + "." * 5000},
    {"If-None-Match": 'W/"\xff'}, {"Accept-Language": "\xff;q=9"}, {"Accept-Encoding": "\xff"},
    {"Content-Type": "application/json; charset=\xff"}, {"Host": "127.0.0.1:99999999"},
    {"Host": "[::1"}, {"Host": "\xff"}, {"Origin": "http://["}, {"Origin": "\xff"},
    {"Last-Event-ID": "\xff"},
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
def test_no_address_or_header_is_a_mistake_of_the_server(lesson, path):
    for headers in ({}, *HEADERS):
        for method in ("GET", "POST", "PUT", "DELETE"):
            reply = lesson.client.open(
                path.replace("{room}", lesson.at), method=method, headers=headers
            )
            assert reply.status_code < 500, (method, headers)


@given(st.text(st.sampled_from("\x1b\x9b\x07\r\u202e\ud800[]ab学\n\t") | st.characters()))
def test_no_control_character_reaches_a_terminal(text):
    shown = escape_controls(text)
    shown.encode("utf-8")
    kinds = {unicodedata.category(each) for each in shown if each not in "\n\t"}
    assert not kinds & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(each) for each in shown} & {
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    }  # fmt: skip
    assert escape_controls(shown) == shown


def test_what_is_no_control_character_is_shown_as_it_is():
    text = "loss = 2.0\n\tüber 学习 👩‍🏫 \\x1b"
    assert escape_controls(text) == text


DIALECTS = [
    {"delimiter": delimiter, "quoting": quoting}
    for delimiter in ",;\t|"
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE)
]
ATTACKS = [
    "=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1", "\n=1", "a;=1", "a\t=1",
    "a|=1", "a,=1", 'a;"=1"', 'a";=1', 'a;""=1', "a\n=1", "a\r\n;=1", "; =1", "a;\u00a0=1",
    "＝1", "；＝1", "\ufeff=1", '",=1', '";"=1', '"\n"=1', "a;\0=1", "=HYPERLINK(\"http://x\")",
]  # fmt: skip


def cells_of(text):
    """Every cell of a row with this text in its middle, as readers of each dialect split it."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, quoting=csv.QUOTE_ALL)
    writer.writerow(["number", cell(text), cell(text), 1])
    lines = written.getvalue().splitlines(keepends=True)
    for dialect in DIALECTS:
        for row in csv.reader(lines, **dialect):
            yield from row


@pytest.mark.parametrize("text", ATTACKS)
def test_no_reader_of_a_csv_finds_a_cell_that_begins_as_a_formula(text):
    for found in cells_of(text):
        assert found.strip(' "\0\u00a0\ufeff')[:1] not in tuple("=+-@＝＋－＠\t\r"), found


@examples(300)
@given(st.text(st.sampled_from("=+-@;,|\t\r\n\" '\0\u00a0＝a1"), max_size=12))
def test_no_text_makes_a_cell_that_begins_as_a_formula(text):
    if text == "-inf":
        return
    for found in cells_of(text):
        assert found.strip(' "\0\u00a0\ufeff')[:1] not in tuple("=+-@＝＋－＠"), found


def test_texts_without_formulas_and_plain_answers_are_written_as_they_are():
    for text in ("Ada Lovelace", "a-b", "x = 1", "学; 习", "what is x.grad?", "'tis"):
        assert escape_formulas(text) == text
    assert [cell(each) for each in (-0.5, True, None, [2, 3], [], "-inf")] == [
        -0.5, "yes", "", "2 x 3", "scalar", "-inf",
    ]  # fmt: skip


def test_the_answers_of_a_room_hold_no_formula_of_a_student(client):
    made = Class(client)
    made.question(text="what;=1")
    who = made.join('x;"=cmd"')[1]
    assert made.ask("PUT", "/questions/1/answer", {"value": 1}, who).status_code == 200
    table = made.ask("GET", "/answers.csv", who=made.teacher).get_data(as_text=True)
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(table), delimiter=delimiter):
            assert not [each for each in row if each.strip(' "')[:1] in ("=", "+", "@")], row
