"""Seats of a room: how many one client gets, and what the teacher has to say of it."""

import pytest

from server.classroom import seats
from server.classroom.errors import Refused
from server.classroom.events import (
    Answered,
    Asked,
    Offered,
    Revealed,
    Showed,
    Steered,
    after,
)  # fmt: skip
from server.classroom.questions import Question
from server.classroom.rate_window import Pace, network_of
from server.classroom.room import TEACHER, Offer, Shown, Spot, state
from server.classroom.seats import DoorSet, Joined, NameHidden, Removed
from server.config import Config
from server.web.app import close, create_app
from tests.web.rooms import API, NOW, Class, room
from tests.web.test_api import refusal

YESNO = Question(0, "yesno", None, 0, None, None, 0.01, True, "open", NOW)


def told(made, *messages, now=NOW):
    for message in messages:
        made = after(made, message, now)
    return made


def refused(made, message, now=NOW):
    with pytest.raises(Refused) as caught:
        after(made, message, now)
    assert caught.value.sentence.endswith(".")
    return caught.value.code


def seated(names, origin="here"):
    return told(room(), *(Joined(name, None, origin) for name in names))


def test_one_origin_does_not_get_all_seats_and_others_still_sit_down(monkeypatch):
    monkeypatch.setattr(seats, "MOST_OF_ORIGIN", 2)
    made = seated("ab")
    assert refused(made, Joined("c", None, "here")) == "crowded"
    assert "d" in told(made, Joined("d", None, "elsewhere")).desk.people
    assert "e" in told(made, Joined("e", None, None)).desk.people
    wide = told(made, DoorSet("wide"))
    assert "c" in told(wide, Joined("c", None, "here")).desk.people


def test_a_room_has_so_many_seats_however_wide_its_door_is(monkeypatch):
    monkeypatch.setattr(seats, "MOST_PEOPLE", 2)
    made = told(seated("ab"), DoorSet("wide"))
    assert refused(made, Joined("c", None, "elsewhere")) == "full_room"
    assert "c" in told(made, Removed(("a",)), Joined("c", None, "elsewhere")).desk.people


def test_nobody_joins_through_a_closed_door_and_who_is_in_stays():
    made = told(seated("a"), Asked(YESNO, "digest"), DoorSet("closed"))
    for origin in ("here", "elsewhere", None):
        assert refused(made, Joined("b", None, origin)) == "closed_door"
    assert told(made, Answered("a", 1, True)).desk.answers[1]["a"].value is True
    assert "b" in told(made, DoorSet("open"), Joined("b", None, "here")).desk.people


def test_what_is_no_door_is_refused():
    assert refused(room(), DoorSet("ajar")) == "bad_door"


def test_who_was_removed_leaves_nothing_that_waits_and_comes_back_later():
    offers = [Offer("o", "a"), Offer("p", "b")]
    made = told(seated("ab"), *map(Offered, offers), Asked(YESNO, "digest"),
                Answered("a", 1, True), Answered("b", 1, False), Removed(("a",)))  # fmt: skip
    assert (set(made.desk.people), set(made.desk.origins)) == ({"b"}, {"b"})
    assert [offer.id for offer in made.desk.offers] == ["p"]
    assert set(made.desk.answers[1]) == {"b"}
    assert refused(made, Answered("a", 1, True)) == "not_joined"
    assert refused(made, Joined("c", None, "here")) == "barred"
    assert "c" in told(made, Joined("c", None, "elsewhere")).desk.people
    later = NOW + seats.BARRED_SECONDS
    assert "c" in told(made, Joined("c", None, "here"), now=later).desk.people
    for word in ("open", "wide"):
        assert "c" in told(made, DoorSet(word), Joined("c", None, "here")).desk.people
    closed = told(made, DoorSet("closed"))
    assert closed.desk.door.barred == made.desk.door.barred


def test_answers_to_earlier_questions_are_kept_for_the_teacher():
    made = told(seated("a"), Asked(YESNO, "digest"), Answered("a", 1, True),
                Asked(YESNO, "digest"), Removed(("a",)))  # fmt: skip
    assert made.desk.answers[1]["a"].value is True


def test_a_removal_that_shows_is_a_new_state_and_another_is_not():
    made = told(seated("ab"), Steered(TEACHER, "a"))
    gone = told(made, Removed(("a",)))
    assert (gone.wheel, gone.seq) == (None, made.seq + 1)
    assert told(made, Removed(("b",))).seq == made.seq
    shown = told(seated("ab"), Showed(Shown("d", 1, None, "b"), Spot()))
    assert told(shown, Removed(("b",))).seq == shown.seq + 1
    asked = told(seated("ab"), Asked(YESNO, "digest"), Answered("a", 1, True))
    assert told(asked, Removed(("a",))).seq == asked.seq
    revealed = told(asked, Revealed(1))
    counted = told(revealed, Removed(("a",)))
    assert counted.seq == revealed.seq + 1
    assert state(counted, NOW)["question"]["tally"]["answered"] == 0


def test_a_hidden_name_is_gone_for_all_and_its_owner_stays():
    made = told(room(), Joined("a", "rude"), Joined("b", "Ben"), Steered(TEACHER, "a"))
    hidden = told(made, NameHidden("a"))
    assert (hidden.desk.people, hidden.wheel) == ({"a": None, "b": "Ben"}, "a")
    assert hidden.seq == made.seq + 1  # states name who drives
    assert told(made, NameHidden("b")).seq == made.seq
    assert refused(made, NameHidden("c")) == "unknown_participant"


def test_nobody_is_removed_who_is_not_there_nor_is_the_teacher():
    for who in ("b", TEACHER):
        assert refused(seated("a"), Removed(("a", who))) == "unknown_participant"


def test_an_origin_is_of_its_room_and_no_address():
    one, other = "the key of a room", "that of another"
    assert seats.origin_of(one, "192.0.2.1") == seats.origin_of(one, "192.0.2.1")
    assert seats.origin_of(one, "192.0.2.1") != seats.origin_of(one, "192.0.2.2")
    assert seats.origin_of(one, "192.0.2.1") != seats.origin_of(other, "192.0.2.1")
    assert "192" not in seats.origin_of(one, "192.0.2.1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("", ""),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unix:"),
    ],
)  # fmt: skip
def test_one_hosts_addresses_count_as_one_client(address, network):
    assert network_of(address) == network


@pytest.fixture(scope="module")
def public():
    """A server that others may use, where clients are counted."""
    app = create_app(Config(database="sqlite://", hosts=None, room_rate="1000 per minute"))
    yield app
    close(app)


def join(lesson, address):
    here = {"environ_base": {"REMOTE_ADDR": address}}
    return lesson.ask("POST", "/join", {"name": None}, **here)


def test_one_client_joins_so_often_a_minute_and_another_is_not_held_up(public, monkeypatch):
    now = [0.0]
    monkeypatch.setitem(public.extensions, "joins", Pace(3, 60.0, lambda: now[0]))
    lesson, other = Class(public.test_client()), Class(public.test_client())
    statuses = [join(lesson, "192.0.2.1").status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 429]
    refused = join(lesson, "192.0.2.1")
    assert refusal(refused) == (429, "joining")
    assert refused.headers["Retry-After"] == "60"
    assert join(lesson, "192.0.2.2").status_code == 201
    assert join(other, "192.0.2.1").status_code == 201
    now[0] = 61.0
    assert join(lesson, "192.0.2.1").status_code == 201


def test_one_client_gets_its_share_of_a_room_whatever_addresses_its_host_has(public, monkeypatch):
    monkeypatch.setattr(seats, "MOST_OF_ORIGIN", 3)
    lesson = Class(public.test_client())
    for last in range(3):
        assert join(lesson, f"2001:db8::{last}").status_code == 201
    assert refusal(join(lesson, "2001:db8::ffff")) == (409, "crowded")
    assert join(lesson, "2001:db8:0:1::1").status_code == 201
    wide = lesson.ask("PUT", "/door", {"door": "wide"}, lesson.teacher)
    assert wide.get_json() == {"door": "wide"}
    assert join(lesson, "2001:db8::ffff").status_code == 201


def test_the_teacher_closes_the_door_and_sees_it_closed(public):
    lesson = Class(public.test_client())
    _, student = lesson.join()
    assert lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["door"] == "open"
    lesson.ask("PUT", "/door", {"door": "closed"}, lesson.teacher)
    assert lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["door"] == "closed"
    assert refusal(lesson.join_reply()) == (403, "closed_door")
    assert lesson.ask("GET", "").status_code == 200
    assert lesson.ask("POST", "/offers", {"code": "1"}, student).status_code == 201
    for body in ({"door": "ajar"}, {"door": None}, {}):
        assert refusal(lesson.ask("PUT", "/door", body, lesson.teacher)) == (400, "bad_door")


def test_a_removed_participants_token_opens_nothing_any_more(public):
    lesson = Class(public.test_client())
    (ada, hers), (ben, _) = lesson.join("Ada"), lesson.join("Ben")
    lesson.question()
    lesson.ask("POST", "/wheel", {"to": ada}, lesson.teacher)
    gone = lesson.ask("DELETE", f"/people/{ada}", who=lesson.teacher)
    assert gone.get_json() == {"removed": 1}
    asked = [("PUT", "/questions/1/answer", {"value": 1}), ("GET", "/questions/1/answer", None),
             ("POST", "/offers", {"code": "1"}), ("DELETE", "/offers/x", None),
             ("POST", "/moves", {"digest": lesson.digest, "cursor": 1}),
             ("POST", "/wheel", {"to": None})]  # fmt: skip
    for method, path, body in asked:
        assert refusal(lesson.ask(method, path, body, hers)) == (403, "removed")
    assert lesson.state()["wheel"] is None
    people = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["people"]
    assert [each["participant"] for each in people] == [ben]
    assert refusal(lesson.join_reply("Ada")) == (403, "barred")
    again = lesson.ask("DELETE", f"/people/{ada}", who=lesson.teacher)
    assert refusal(again) == (404, "unknown_participant")
    lesson.ask("PUT", "/door", {"door": "open"}, lesson.teacher)
    assert lesson.join_reply("Ada").status_code == 201


def test_all_of_one_network_are_removed_at_once_and_others_stay(public):
    lesson = Class(public.test_client())
    for address in ["192.0.2.1"] * 3 + ["192.0.2.2"]:
        join(lesson, address)
    people = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["people"]
    assert [each["alike"] for each in people] == [3, 3, 3, 1]
    path = f"/people/{people[1]['participant']}?alike=1"
    assert lesson.ask("DELETE", path, who=lesson.teacher).get_json() == {"removed": 3}
    left = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["people"]
    assert left == people[3:]
    assert refusal(join(lesson, "192.0.2.1")) == (403, "barred")
    assert refusal(lesson.ask("DELETE", path, who=lesson.teacher)) == (404, "unknown_participant")


def test_the_absent_lose_their_seats_and_may_come_back(public):
    lesson = Class(public.test_client())
    (here, _), (_, hers) = lesson.join("here"), lesson.join("gone")
    public.extensions["rooms"].seen(lesson.opened["room"], [here])
    freed = lesson.ask("DELETE", "/people", who=lesson.teacher)
    assert freed.get_json() == {"removed": 1}
    desk = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()
    assert [each["participant"] for each in desk["people"]] == [here]
    assert refusal(lesson.ask("POST", "/offers", {"code": "1"}, hers)) == (403, "removed")
    assert lesson.join_reply("gone").status_code == 201
    public.extensions["rooms"].seen(lesson.opened["room"], [here, "nobody"])
    assert lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["present"] == 1


def test_on_ones_own_machine_nobody_is_counted(app, client, monkeypatch):
    monkeypatch.setattr(seats, "MOST_OF_ORIGIN", 1)
    monkeypatch.setitem(app.extensions, "joins", Pace(1, 60.0))
    lesson = Class(client)
    people = [lesson.join()[0] for _ in range(3)]
    gone = lesson.ask("DELETE", f"/people/{people[0]}?alike=1", who=lesson.teacher)
    assert gone.get_json() == {"removed": 1}
    desk = lesson.ask("GET", "/desk", who=lesson.teacher).get_json()["people"]
    assert [each["alike"] for each in desk] == [1, 1]
    assert lesson.join_reply().status_code == 201


def test_only_the_teacher_has_a_say_about_seats(client):
    lesson = Class(client)
    ada, hers = lesson.join()
    asked = [("PUT", "/door", {"door": "closed"}), ("DELETE", "/people", None),
             ("DELETE", f"/people/{ada}", None)]  # fmt: skip
    for method, path, body in asked:
        for who in (None, hers):
            assert refusal(lesson.ask(method, path, body, who)) == (403, "not_teacher")
    assert client.get(f"{API}/{lesson.opened['room']}").status_code == 200
