"""A class over HTTP: who may do what, and what everybody is told when it cannot be done."""

import csv
import gzip
import io
import json
import re

import pytest

from server.classroom.streams import HOLD
from server.web.views import room as room_views
from tests.web.rooms import API, Class
from tests.web.test_api import PRODUCT, refusal


@pytest.fixture
def lesson(client):
    return Class(client, title="x · x")


def test_a_room_shows_what_was_opened(lesson):
    state = lesson.state()
    assert (state["title"], state["cursor"], state["wheel"]) == ("x · x", 0, None)
    assert state["url"] == lesson.opened["url"] == f"http://localhost/r/{state['room']}"
    assert 0 < state["expires"] - state["now"] <= 12 * 3600
    assert state["expires"] - state["now"] > 12 * 3600 - 60


def test_the_run_is_the_same_document_for_all(lesson, schema):
    reply = lesson.ask("GET", f"/runs/{lesson.digest}", who={"Accept-Encoding": "gzip"})
    assert reply.headers["Content-Encoding"] == "gzip"
    made = json.loads(gzip.decompress(reply.data))
    schema.validate(made)
    assert made["snippet"] == {"code": PRODUCT, "seed": 1, "seeded": True}
    assert lesson.ask("GET", f"/runs/{lesson.digest}").get_json() == made
    assert refusal(lesson.ask("GET", "/runs/other")) == (409, "other_run")


def test_a_large_run_is_not_unpacked_for_who_takes_no_gzip(lesson, monkeypatch):
    monkeypatch.setattr(room_views, "MOST_UNPACKED", 100)
    assert refusal(lesson.ask("GET", f"/runs/{lesson.digest}")) == (406, "only_gzip")
    packed = lesson.ask("GET", f"/runs/{lesson.digest}", who={"Accept-Encoding": "gzip"})
    assert packed.status_code == 200


def test_a_question_that_is_nested_without_end_is_a_sentence(lesson):
    deep = "[" * 900 + "]" * 900
    reply = lesson.ask("POST", "/questions", who=lesson.teacher, data=f'{{"a": {deep}}}',
                       content_type="application/json")  # fmt: skip
    assert reply.status_code == 400


@pytest.mark.parametrize("typed", [str.lower, lambda c: f"{c[:3]}-{c[3:]}", lambda c: f" {c} "])
def test_a_code_is_read_as_people_write_it(lesson, client, typed):
    code = lesson.opened["room"]
    assert client.get(f"{API}/{typed(code)}").get_json()["state"]["room"] == code
    assert client.get(f"/r/{typed(code)}").status_code == 200


@pytest.mark.parametrize("typed", ["O0I1AB", "ABCDE", "ABCDEFG", "学学学学学学", "A" * 5000])
def test_what_can_be_no_code_says_why(client, typed):
    assert refusal(client.get(f"{API}/{typed}")) == (400, "bad_code")
    page = client.get(f"/r/{typed}")
    assert page.status_code == 400
    assert "without O, 0, I and 1" in page.text


def test_a_wrong_code_is_a_sentence(client):
    assert refusal(client.get(f"{API}/222222")) == (404, "unknown_room")
    assert "no room with this code" in client.get("/r/222222").text
    chinese = client.get("/r/222222", headers={"Accept-Language": "zh-CN"})
    assert "没有使用这个代码的课堂" in chinese.text
    assert client.get("/r").status_code == 200


def test_only_the_teacher_may_do_what_is_the_teachers(lesson):
    _, student = lesson.join("Ada")
    lesson.question()
    asked = [
        ("POST", "/questions", {"kind": "yesno", "at": 0, "truth": True}),
        ("POST", "/questions/1/reveal", None), ("DELETE", "/questions/1", None),
        ("PUT", "/run", {"code": "1"}), ("GET", "/desk", None), ("GET", "/answers.csv", None),
        ("POST", "/offers/x/accept", None), ("GET", "/offers/x", None), ("DELETE", "", None),
    ]  # fmt: skip
    strangers = [None, student, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp4"},
                 {"Authorization": f"Bearer {Class(lesson.client).opened['secret']}"}]  # fmt: skip
    for method, path, body in asked:
        for who in strangers:
            assert refusal(lesson.ask(method, path, body, who)) == (403, "not_teacher")
    assert lesson.state()["question"]["phase"] == "open"


def test_only_participants_answer_and_send_code(lesson):
    lesson.question()
    forged = {"Authorization": "Bearer ABCDEFGH." + "0" * 40}
    elsewhere = Class(lesson.client).join()[1]
    for who in (None, lesson.teacher, forged, elsewhere):
        for method, path, body in (("PUT", "/questions/1/answer", {"value": 1}),
                                   ("POST", "/offers", {"code": "1"})):  # fmt: skip
            assert refusal(lesson.ask(method, path, body, who)) == (403, "not_joined")


def test_nothing_that_opens_a_door_is_told_to_viewers(lesson):
    participant, student = lesson.join("Ada")
    lesson.ask("POST", "/wheel", {"to": participant}, lesson.teacher)
    lesson.question()
    told = [lesson.ask("GET", path).text for path in ("", "/events", f"/runs/{lesson.digest}")]
    told.append(lesson.ask("GET", "/desk", who=lesson.teacher).text)
    token = student["Authorization"].removeprefix("Bearer ")
    for text in told:
        assert lesson.opened["secret"] not in text
        assert token.partition(".")[2] not in text
    assert '"truth"' not in "".join(told[:2])


def test_whoever_has_the_wheel_moves_and_nobody_else(lesson):
    (ada, hers), (_, bens) = lesson.join("Ada"), lesson.join()
    moved = lesson.move(lesson.teacher, 1.5, selection="t0", stride="event", tab="one")
    assert moved.get_json() == {"seq": 2}
    state = lesson.state()
    assert (state["cursor"], state["selection"], state["stride"]) == (1.5, "t0", "event")
    assert state["tab"] == "one"
    assert refusal(lesson.move(hers)) == (403, "not_driving")
    reply = lesson.ask("POST", "/wheel", {"to": ada}, lesson.teacher).get_json()
    assert reply["state"]["wheel"] == {"participant": ada, "name": "Ada"}
    assert lesson.move(hers, 3).status_code == 200
    refused = lesson.move(lesson.teacher)
    assert refusal(refused) == (403, "not_driving")
    assert refused.get_json()["error"]["sentence"].startswith("Ada has control")
    assert refusal(lesson.move(bens)) == (403, "not_driving")
    assert refusal(lesson.ask("POST", "/wheel", {"to": None}, bens)) == (403, "not_teacher")
    assert lesson.ask("POST", "/wheel", {"to": None}, hers).status_code == 200
    assert lesson.move(lesson.teacher).status_code == 200
    unknown = lesson.ask("POST", "/wheel", {"to": "nobody"}, lesson.teacher)
    assert refusal(unknown) == (404, "unknown_participant")


def test_two_tabs_of_the_teacher_drive_one_class_and_the_last_move_holds(lesson):
    for tab, cursor in (("one", 1), ("two", 2), ("one", 3)):
        lesson.move(lesson.teacher, cursor, tab=tab)
        state = lesson.state()
        assert (state["tab"], state["cursor"]) == (tab, cursor)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"cursor": -0.5}, (400, "bad_move")), ({"cursor": 10**6}, (400, "bad_move")),
        ({"cursor": 10**400}, (400, "bad_move")), ({"cursor": "2"}, (400, "bad_move")),
        ({"cursor": True}, (400, "bad_move")), ({"stride": "far"}, (400, "bad_move")),
        ({"digest": "other"}, (409, "other_run")), ({"digest": None}, (400, "bad_move")),
        ({"selection": 3}, (400, "bad_request")), ({"tab": "x" * 201}, (400, "bad_request")),
        ({"tab": "x" * 9000}, (413, "too_long")),
    ],
)  # fmt: skip
def test_a_move_that_goes_nowhere_is_refused(lesson, more, expected):
    assert refusal(lesson.move(lesson.teacher, **more)) == expected
    assert lesson.state()["cursor"] == 0


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_of_json_is_refused(lesson, word):
    body = f'{{"digest": "{lesson.digest}", "cursor": {word}}}'
    reply = lesson.client.post(lesson.at + "/moves", data=body, headers=lesson.teacher,
                               content_type="application/json")  # fmt: skip
    assert refusal(reply) == (400, "bad_json")


def test_an_unchanged_state_is_not_sent_again(lesson):
    tag = lesson.ask("GET", "").headers["ETag"]
    known = {"If-None-Match": tag}
    assert lesson.client.get(lesson.at, headers=known).status_code == 304
    lesson.move(lesson.teacher)
    assert lesson.client.get(lesson.at, headers=known).status_code == 200


def test_a_stream_begins_with_what_is_not_known_yet(lesson):
    first = lesson.ask("GET", "/events")
    assert first.mimetype == "text/event-stream"
    identity = re.search(r"^id: (1\.\d+)\nevent: state\ndata: {", first.text, re.M)[1]
    again = lesson.client.get(lesson.at + "/events", headers={"Last-Event-ID": identity})
    assert (again.text, json.loads(again.headers[HOLD])["seq"]) == ("retry: 1000\n\n", 1)
    lesson.move(lesson.teacher)
    after = lesson.client.get(f"{lesson.at}/events?after={identity}&once=1")
    assert "id: 2." in after.text
    assert HOLD not in after.headers
    # Another state of the same number, as after a Redis was restored:
    assert "id: 2." in lesson.client.get(lesson.at + "/events?after=2.7").text


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        (None, None), ("", None), (" \n\t ", None), ("  Ada \x00 L.\n", "Ada L."), ("学生", "学生"),
        ("\u202eevil", "evil"), ("e\u0301", "é"), ("x" * 40, "x" * 40),
    ],
)  # fmt: skip
def test_a_name_is_kept_in_one_plain_line(lesson, name, kept):
    assert lesson.ask("POST", "/join", {"name": name}).get_json()["name"] == kept


@pytest.mark.parametrize(("name", "code"), [("x" * 41, "bad_name"), ("x" * 401, "bad_name"),
                                            (["Ada"], "bad_request")])  # fmt: skip
def test_a_huge_name_is_refused(lesson, name, code):
    assert refusal(lesson.ask("POST", "/join", {"name": name})) == (400, code)


def test_a_class_predicts_and_sees_how_it_did(lesson):
    (ada, hers), (ben, his) = lesson.join("Ada"), lesson.join("=Ben")
    question = lesson.question(text="What is x.grad?").get_json()["state"]["question"]
    assert (question["number"], question["phase"]) == (1, "open")
    assert not {"truth", "tally"} & set(question)
    truth = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["question"]["truth"]
    answer = "/questions/1/answer"
    assert lesson.ask("GET", answer, who=hers).get_json() == {"value": None, "right": None}
    assert lesson.ask("PUT", answer, {"value": "nan"}, hers).get_json() == {"value": "nan"}
    assert lesson.ask("PUT", answer, {"value": str(truth)}, hers).status_code == 200
    lesson.ask("PUT", answer, {"value": -1}, his)
    assert lesson.ask("GET", answer, who=hers).get_json()["right"] is None
    tally = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["question"]["tally"]
    assert (tally["answered"], tally["right"]) == (2, 1)
    shown = lesson.ask("POST", "/questions/1/reveal", who=lesson.teacher).get_json()["state"]
    assert (shown["question"]["truth"], shown["question"]["tally"]) == (truth, tally)
    assert lesson.ask("GET", answer, who=hers).get_json()["right"] is True
    assert refusal(lesson.ask("PUT", answer, {"value": truth}, his)) == (409, "revealed")
    assert lesson.ask("DELETE", "/questions/1", who=lesson.teacher).status_code == 200
    assert refusal(lesson.ask("PUT", answer, {"value": truth}, his)) == (409, "closed")
    unknown = lesson.ask("PUT", "/questions/2/answer", {"value": 1}, his)
    assert refusal(unknown) == (404, "unknown_question")
    table = lesson.ask("GET", "/answers.csv", who=lesson.teacher)
    rows = list(csv.DictReader(io.StringIO(table.data.decode("utf-8-sig"))))
    assert [(row["name"], row["right"]) for row in rows] == [("Ada", "yes"), ("'=Ben", "no")]
    assert float(rows[0]["truth"]) == truth
    assert {row["participant"] for row in rows} == {ada, ben}


def test_a_question_about_another_run_is_refused(lesson):
    assert refusal(lesson.question(digest="other")) == (409, "other_run")
    assert refusal(lesson.question(subject={"of": "value", "tensor": "t99"})) == (
        400, "bad_question",
    )  # fmt: skip


def test_an_answer_of_another_kind_is_refused(lesson):
    lesson.question()
    student = lesson.join()[1]
    for body in ({"value": "two"}, {"value": None}, {"value": [2]}, {}):
        reply = lesson.ask("PUT", "/questions/1/answer", body, student)
        assert refusal(reply) == (400, "bad_answer")


def test_a_students_snippet_is_shown_when_the_teacher_accepts_it(lesson):
    ada, hers = lesson.join("Ada")
    sent = {"code": "import torch\ny = torch.ones(2)\n", "title": "mine"}
    lesson.ask("POST", "/offers", {"code": "1"}, hers)
    offer = lesson.ask("POST", "/offers", sent, hers).get_json()["offer"]
    waiting = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["offers"]
    assert waiting == [
        {"offer": offer, "participant": ada, "name": "Ada", "title": "mine", "lines": 3}
    ]
    read = lesson.ask("GET", f"/offers/{offer}", who=lesson.teacher).get_json()
    assert (read["code"], read["seed"]) == (sent["code"], None)
    lesson.question()
    shown = lesson.ask("POST", f"/offers/{offer}/accept", who=lesson.teacher).get_json()["state"]
    assert shown["author"] == {"participant": ada, "name": "Ada"}
    assert (shown["title"], shown["cursor"], shown["question"]) == ("mine", 0, None)
    run = lesson.ask("GET", f"/runs/{shown['digest']}").get_json()
    assert run["snippet"]["code"] == sent["code"]
    again = lesson.ask("POST", f"/offers/{offer}/accept", who=lesson.teacher)
    assert refusal(again) == (404, "unknown_offer")
    back = lesson.ask("PUT", "/run", {"code": PRODUCT, "seed": 1, "cursor": 10**6}, lesson.teacher)
    state = back.get_json()["state"]
    assert (state["digest"], state["author"]) == (lesson.digest, None)
    assert state["cursor"] == lesson.events()


def test_an_offer_may_be_sent_back_by_its_author_and_the_teacher_only(lesson):
    hers, his = lesson.join()[1], lesson.join()[1]
    offer = lesson.ask("POST", "/offers", {"code": "1"}, hers).get_json()["offer"]
    assert refusal(lesson.ask("DELETE", f"/offers/{offer}", who=his)) == (403, "not_teacher")
    assert lesson.ask("DELETE", f"/offers/{offer}", who=hers).status_code == 200
    gone = lesson.ask("DELETE", f"/offers/{offer}", who=lesson.teacher)
    assert refusal(gone) == (404, "unknown_offer")


def test_a_room_that_was_ended_says_so(lesson):
    student = lesson.join()[1]
    assert lesson.ask("DELETE", "", who=lesson.teacher).status_code == 200
    for who in (lesson.teacher, student):
        assert refusal(lesson.move(who)) == (410, "ended")
    assert refusal(lesson.ask("GET", "")) == (410, "ended")
    stream = lesson.ask("GET", "/events")
    assert "event: ended" in stream.text and HOLD not in stream.headers


def test_a_code_that_does_not_run_is_a_run_of_the_room(client):
    assert Class(client, "1 / 0").state()["digest"]
    assert refusal(client.post(API, json={"code": " "})) == (400, "empty")
    assert refusal(client.post(API, json={"code": "1", "cursor": -1})) == (400, "bad_move")
