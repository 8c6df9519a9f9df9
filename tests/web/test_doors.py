"""Guessing at rooms, moving too fast, and whatever else may be sent to a room."""


import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from server.classroom import credentials
from server.classroom.errors import Refused
from server.classroom.rate_window import Pace
from server.config import Config
from server.storage.database import Down
from server.web.app import close, create_app
from server.web.views import room, room_auth
from tests.sampling import examples
from tests.web.rooms import API, Class
from tests.web.test_api import refusal


@pytest.fixture(scope="module")
def public():
    """A server that others may use, where guesses are counted."""
    app = create_app(Config(database="sqlite://", hosts=None, room_rate="1000 per minute"))
    yield app
    close(app)


def test_codes_have_no_letters_that_look_alike_and_do_not_repeat():
    drawn = {credentials.drawn() for _ in range(2000)}
    assert len(drawn) > 1990
    assert {len(code) for code in drawn} == {6}
    assert not set("".join(drawn)) & set("O0I1")
    assert set("".join(drawn)) == set(credentials.ALPHABET)


@given(st.text(max_size=30))
def test_whatever_is_typed_is_a_code_or_a_sentence(typed):
    try:
        code = credentials.code_in(typed)
    except Refused as refused:
        assert refused.code == "bad_code"
    else:
        assert credentials.code_in(code) == code


@given(st.text(), st.text())
def test_a_token_opens_for_its_participant_and_room_only(participant, other):
    if "." in participant:
        return
    word = credentials.token("key", participant)
    assert credentials.bearer("key", word) == participant
    assert credentials.bearer("another", word) is None
    assert credentials.bearer("key", word + "0") is None
    changed = word.replace(participant, other, 1)
    assert other == participant or credentials.bearer("key", changed) is None


def test_who_guesses_is_held_up_and_who_is_in_the_room_is_not(public):
    lesson = Class(public.test_client())
    participant, student = lesson.join()
    here = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}
    client = public.test_client()
    letters = credentials.ALPHABET
    wrong = [client.get(f"{API}/22222{letter}", **here).status_code for letter in letters]
    wrong += [client.get(f"{API}/33333{letter}", **here).status_code for letter in letters]
    assert wrong == [404] * room_auth.GUESSES + [429] * (len(wrong) - room_auth.GUESSES)
    refused = client.get(lesson.at, **here)
    assert refusal(refused) == (429, "guessing")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert client.get(lesson.at, environ_base={"REMOTE_ADDR": "192.0.2.2"}).status_code == 200
    for path in (f"/events?participant={participant}", f"/runs/{lesson.digest}"):
        assert client.get(lesson.at + path, **here).status_code == 200
    assert lesson.ask("POST", "/offers", {"code": "1"}, student, **here).status_code == 201


def test_guesses_are_forgotten_after_a_minute():
    now = [0.0]
    pace = Pace(3, 60.0, lambda: now[0])
    for _ in range(3):
        assert not pace.is_over("a")
        pace.count("a")
    assert pace.is_over("a") and not pace.is_over("b")
    now[0] = 25.0
    assert pace.seconds_left("a") == 35.0
    assert pace.seconds_left("b") == 0.0
    now[0] = 60.0
    assert not pace.is_over("a")


def test_moves_faster_than_anybody_can_follow_are_refused(client, app, monkeypatch):
    monkeypatch.setitem(app.extensions, "moves", Pace(2, 1000.0))
    lesson = Class(client)
    replies = [lesson.move(lesson.teacher) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert 900 < int(replies[2].headers["Retry-After"]) <= 1000


def test_rooms_that_cannot_be_reached_are_a_sentence(client, app, monkeypatch):
    def fail(_code):
        raise Down

    monkeypatch.setattr(app.extensions["rooms"], "get", fail)
    assert refusal(client.get(f"{API}/222222")) == (503, "rooms_down")


def test_a_run_too_large_for_a_class_opens_no_room(client, monkeypatch):
    monkeypatch.setattr(room, "MOST_DOCUMENT", 100)
    assert refusal(client.post(API, json={"code": "x = 1"})) == (413, "too_large")


def test_where_others_are_served_the_address_is_one_that_they_can_reach(public, monkeypatch):
    monkeypatch.setattr(room, "own_address", lambda: "192.0.2.7")
    opened = public.test_client().post(
        API, json={"code": "x = 1"}, base_url="http://localhost:8765"
    ).get_json()  # fmt: skip
    assert opened["url"] == f"http://192.0.2.7:8765/r/{opened['room']}"
    opened = public.test_client().post(
        API, json={"code": "x = 1"}, base_url="http://school.example"
    ).get_json()  # fmt: skip
    assert opened["url"] == f"http://school.example/r/{opened['room']}"


def test_a_room_that_has_expired_says_when_rooms_do():
    app = create_app(Config(database="sqlite://", room_hours=1e-9))
    lesson = Class(app.test_client())
    stream = lesson.ask("GET", "/events").text
    replies = [lesson.ask("GET", ""), lesson.join_reply(), lesson.move(lesson.teacher)]
    close(app)
    assert {refusal(reply) for reply in replies} == {(410, "expired")}
    assert " hours after they were opened" in replies[0].get_json()["error"]["sentence"]
    assert 'event: ended\ndata: {"code":"expired"' in stream


def test_this_machine_has_an_address():
    assert room.own_address().count(".") == 3


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
things = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)
FIELDS = ["digest", "cursor", "selection", "stride", "tab", "to", "name", "kind", "subject", "at",
          "text", "choices", "tolerance", "truth", "value", "seed", "title", "code"]  # fmt: skip
bodies = st.dictionaries(st.sampled_from(FIELDS), things, max_size=8)
PATHS = [("POST", "/moves"), ("POST", "/wheel"), ("POST", "/questions"), ("POST", "/join"),
         ("PUT", "/questions/1/answer"), ("POST", "/offers"), ("PUT", "/run")]  # fmt: skip


@pytest.fixture(scope="module")
def asked_lesson(app):
    lesson = Class(app.test_client())
    lesson.question()
    return lesson


@examples(120, suppress_health_check=list(HealthCheck))
@given(where=st.sampled_from(PATHS), body=bodies, is_right=st.booleans(), is_teacher=st.booleans())
def test_whatever_is_sent_is_carried_out_or_refused_in_a_sentence(
    asked_lesson, where, body, is_right, is_teacher
):
    lesson, (method, path) = asked_lesson, where
    if is_right:
        body = {"digest": lesson.state()["digest"], "kind": "number", "at": 0} | body
    if path == "/run":
        body = body | {"code": 5}  # not to run a hundred snippets
    who = lesson.teacher if is_teacher else lesson.join()[1]
    reply = lesson.ask(method, path, body, who)
    if reply.status_code >= 400:
        refusal(reply)
        assert reply.status_code < 500
    assert lesson.ask("GET", "").status_code == 200
