"""What keeps a server from being ready is told at once, in a sentence, within bounded time."""

import threading

from server.config import Config
from server.storage.database import Database
from server.storage.sole_process import SoleProcess
from server.web.app import close, create_app
from server.web.metrics import Metrics
from server.web.readiness import NotReady, Readiness
from tests.web import redis_server


def test_a_broken_store_is_told_at_once_and_without_its_address(tmp_path):
    path = tmp_path / "not a database"
    path.write_bytes(b"x" * 4096)
    made = create_app(Config(database=f"sqlite:///{path}"))
    try:
        reply = made.test_client().get("/readyz")
    finally:
        close(made)
    assert reply.status_code == 503
    found = {each["name"]: each for each in reply.get_json()["checks"]}
    assert found["store"] == {
        "name": "store", "ok": False, "sentence": "The database does not answer.",
    }  # fmt: skip
    assert str(tmp_path) not in reply.text


def test_tables_of_another_version_are_told(tmp_path):
    address = f"sqlite:///{tmp_path / 'shared.sqlite3'}"
    made = create_app(Config(database=address))
    try:
        with made.extensions["store"].database.writing() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        reply = made.test_client().get("/readyz")
    finally:
        close(made)
    assert "another version" in reply.text
    assert reply.status_code == 503


def test_of_two_processes_at_one_database_without_redis_the_second_is_not_ready(tmp_path):
    address = f"sqlite:///{tmp_path / 'shared.sqlite3'}"
    made = create_app(Config(database=address))
    ready = made.extensions["readiness"]
    ready.clock, ready.patience = lambda: float("inf"), 60  # nothing is kept
    first = SoleProcess(Database(address))
    try:
        assert first.is_sole()
        reply = made.test_client().get("/readyz")
        assert (reply.status_code, "several need one Redis" in reply.text) == (503, True)
        # Its rooms would be others than those of the first process.
        room = made.test_client().get("/api/v1/rooms/K7WQ2M")
        assert (room.status_code, room.get_json()["error"]["code"]) == (503, "second_process")
        first.close()
        assert made.test_client().get("/readyz").status_code == 200
        assert made.test_client().get("/api/v1/rooms/K7WQ2M").status_code == 404
    finally:
        first.close()
        close(made)


def test_a_redis_that_is_gone_is_told_and_one_that_is_back_as_well():
    with redis_server.running() as address:
        made = create_app(Config(database="sqlite://", redis=address))
        client, ready = made.test_client(), made.extensions["readiness"]
        ready.clock, ready.patience = lambda: float("inf"), 60  # nothing is kept
        assert client.get("/readyz").status_code == 200
    try:
        reply = client.get("/readyz")
        assert (reply.status_code, "Redis does not answer." in reply.text) == (503, True)
    finally:
        close(made)


def test_a_check_that_hangs_is_given_up_and_has_one_thread():
    ready, release, begun = Readiness(patience=0.01), threading.Event(), []

    def hang():
        begun.append(1)
        assert release.wait(60)
        return "It was only slow."

    ready.add("slow", hang)
    ready.add("good", lambda: "All is well.")
    ready.clock = lambda: float("inf")
    for _ in range(3):
        slow, good = ready.found()
        assert (slow.ok, slow.sentence) == (False, "No answer within 0.01 seconds.")
        assert good.ok
    assert begun == [1]
    release.set()
    ready.patience = 60
    assert [each.ok for each in ready.found()] == [True, True]


def test_a_number_that_hangs_hides_no_other_and_has_one_thread():
    metrics, release = Metrics(patience=0.01), threading.Event()
    begun: list[int] = []

    def hang():
        begun.append(1)
        assert release.wait(60)
        return 1.0

    metrics.read("stuck", "Of a store that hangs.", hang)
    metrics.read("well", "Of one that does not.", lambda: 2.0)
    for _ in range(3):
        text = metrics.text().decode()
        assert "tapescope_well 2.0" in text
        assert "tapescope_stuck" not in text
    assert begun == [1]
    release.set()
    metrics.patience = 60
    assert "tapescope_stuck 1.0" in metrics.text().decode()


def test_an_answer_is_kept_for_a_second():
    now, looks, ready = [0.0], [], Readiness()
    ready.clock = lambda: now[0]
    ready.add("one", lambda: looks.append(1) or "Well.")
    for now[0] in (0.0, 0.5, 0.99, 1.0):
        ready.found()
    assert len(looks) == 2


def test_a_check_that_breaks_is_no_ready_server():
    ready = Readiness()

    def refuse():
        raise NotReady("It is gone.")

    ready.add("gone", refuse)
    ready.add("broken", lambda: 1 / 0)
    assert [each.ok for each in ready.found()] == [False, False]
    assert ready.found()[0].sentence == "It is gone."
