"""A class whose server, Redis or database goes away in the middle, and comes back."""

import re
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.classes import PHONE, Class, Redis, Server, is_quiet, says
from tests.web import postgresql, redis_server


@pytest.fixture
def start(tmp_path):
    """Starts servers on one store, and leaves none behind."""
    started = []

    def make(port=0, **settings):
        store = {"DATABASE_URL": f"sqlite:///{tmp_path / 'rooms.db'}"}
        started.append(Server(port, **store | settings))
        return started[-1]

    yield make
    for server in started:
        if server.process.poll() is None:
            server.kill()


COVERED = """() => {
    const asked = document.querySelector("#question").getBoundingClientRect();
    return [...document.querySelectorAll("#notices .notice")].some((notice) => {
        const { left, right, top, bottom } = notice.getBoundingClientRect();
        return left < asked.right && right > asked.left && top < asked.bottom && bottom > asked.top;
    });
}"""
LOST = ("no connection to the room", "与课堂的连接已断开")
LATE = ("cannot reach its rooms", "服务器暂时连不上课堂")
UNSENT = ("Your answer has not arrived", "你的回答还没有送达")
AWAY = ("The teacher is away", "老师暂时不在")


@pytest.mark.nightly
def test_the_teachers_absence_is_told_and_ends_when_they_are_back(desk, address):
    room = Class(desk, address)
    room.students[0].page.evaluate(
        "code => { new EventSource(`/api/v1/rooms/${code}/events?participant=teacher`); }",
        room.url.rpartition("/")[2],
    )  # who says to be the teacher hides nothing
    polling = room.students[1].page
    polling.add_init_script("window.EventSource = class extends EventTarget { close() {} };")
    polling.reload()
    room.teacher.page.goto("about:blank")
    for one in [*room.students, room.eve_comes()]:
        says(one, *AWAY)
    room.teacher.page.goto(room.url)
    for one in room.students:
        expect(one.page.locator("#notices")).not_to_contain_text(re.compile("|".join(AWAY)))
    room.teacher.press("Home")
    room.at(0)


def answer(one, value):
    field = one.page.locator("#question input")
    field.fill(value)
    field.press("Enter")


def test_what_is_done_while_the_server_is_dead_arrives_once_and_is_not_undone(desk, start):
    server = start()
    room = Class(desk, server.address)
    teacher, ada, phone = room.all
    teacher.do("Ask the class")
    teacher.do("Ask")
    for one in (ada, phone):
        expect(one.page.locator("#question input")).to_be_visible()
    server.kill()
    ada.sees(re.compile("Connecting"))
    for one in room.all:
        says(one, *LOST)
    for width in (1280, 900, 400):
        ada.page.set_viewport_size({"width": width, "height": 800})
        assert not ada.page.evaluate(COVERED)
    assert not phone.page.evaluate(COVERED)
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    teacher.press("Home")  # the first move of this room, which nobody hears
    says(teacher, "does not see your last step")
    for one in (ada, phone):
        answer(one, "1")
        says(one, *UNSENT)
    answer(ada, "2")  # instead of that
    start(server.port)
    answer(room.eve_comes(), "3")
    room.at(0)
    for one, value in zip(room.students, "213", strict=True):
        expect(one.page.locator(".room-outcome")).to_contain_text(value)
    expect(teacher.page.locator("#question")).to_contain_text("3 of 3 answered")


@pytest.fixture
def near_redis():
    with redis_server.folder() as place:
        made = Redis(place)
        yield made
        made.stop()


@pytest.mark.nightly
def test_after_an_outage_of_redis_all_are_on_the_teachers_step(desk, start, near_redis):
    server = start(REDIS_URL=near_redis.address)
    room = Class(desk, server.address)
    room.teacher.press("Home", "ArrowRight", "ArrowRight")
    room.at(2)
    near_redis.save()
    room.teacher.press("ArrowRight", "ArrowRight")
    room.at(4)
    near_redis.stop()
    room.ada.sees(re.compile("Waiting"))
    for one in room.students:
        says(one, *LATE)
    room.teacher.press("ArrowLeft")
    says(room.teacher, "does not see your last step")
    near_redis.start()  # with step 2, which is long ago
    room.eve_comes()
    room.at(3)
    room.teacher.press("ArrowRight")
    room.at(4)


def has_offers(teacher, count):
    """Wait until so many snippets of students wait."""
    teacher.do(f"People · {count}")
    expect(teacher.page.get_by_role("button", name="Read")).to_have_count(count)


@pytest.mark.nightly
def test_a_redis_that_hangs_is_told_and_nothing_is_lost(desk, start, near_redis):
    server = start(REDIS_URL=near_redis.address)
    room = Class(desk, server.address)
    near_redis.process.send_signal(signal.SIGSTOP)
    room.teacher.press("Home")
    says(room.teacher, "does not see your last step")
    for one in room.students:
        one.page.locator("#room .room-do").last.click()
        one.page.locator("#room-box [type=submit]").click()
    for one in room.students:
        says(one, "Your code has not arrived", "你的代码还没有送达")
    near_redis.process.send_signal(signal.SIGCONT)
    room.eve_comes()
    for one, sent in ((room.ada, "Sent."), (room.phone, "已提交")):
        expect(one.page.locator("#room-box")).to_contain_text(sent)
        one.press("Escape", "g")
    room.at(0)
    has_offers(room.teacher, 2)


@pytest.mark.nightly
def test_a_database_that_is_killed_holds_up_no_lesson(desk, start):
    with postgresql.running() as database:
        server = start(DATABASE_URL=database)
        room = Class(desk, server.address)
        with postgresql.killed(database):
            room.teacher.press("Home")
            room.at(0)
            room.ada.do("Send my code")
            room.ada.do("Send")
            says(room.ada, "Your code has not arrived")
            room.teacher.press("ArrowRight")
            room.phone.at(1)
        expect(room.ada.page.locator("#room-box")).to_contain_text("Sent.")
        server.kill()
        start(server.port, DATABASE_URL=database)
        room.eve_comes()
        room.at(1)
        has_offers(room.teacher, 1)


class LostReplies:
    """Lets each first request of a kind reach the server, and loses what the server answers."""

    def __init__(self, page, path):
        self.lost = 0
        page.route(path, self._lose, times=1)

    def _lose(self, route):
        route.fetch()
        self.lost += 1
        route.abort()


def test_what_the_server_has_done_unheard_counts_once(desk, address):
    room = Class(desk, address)
    teacher, ada, phone = room.all
    losses = [
        LostReplies(teacher.page, "**/moves"), LostReplies(ada.page, "**/answer"),
        LostReplies(phone.page, "**/answer"), LostReplies(ada.page, "**/offers"),
    ]  # fmt: skip
    teacher.press("Home")
    room.at(0)
    teacher.do("Ask the class")
    teacher.do("Ask")
    for one in (ada, phone, room.eve_comes()):
        answer(one, "1")
        expect(one.page.locator(".room-outcome")).to_contain_text("1")
    expect(teacher.page.locator("#question")).to_contain_text("3 of 3 answered")
    ada.do("Send my code")
    ada.page.locator("#room-box [type=submit]").click()
    expect(ada.page.locator("#room-box")).to_contain_text("Sent.")
    has_offers(teacher, 1)
    assert [each.lost for each in losses] == [1] * 4


@pytest.mark.nightly
def test_a_second_server_of_one_database_says_why_it_serves_no_room(desk, start):
    first = start()
    room = Class(desk, first.address)
    second = start()
    stray = desk(**PHONE, locale="zh-CN")
    stray.page.goto(room.url.replace(f":{first.port}/", f":{second.port}/"))
    expect(stray.page.locator("body")).to_contain_text("有两个进程使用同一个数据库")
    room.teacher.press("Home")
    room.eve_comes()
    room.at(0)


@pytest.mark.nightly
def test_a_room_whose_time_is_up_says_so_to_all(desk, start):
    room = Class(desk, start(TAPESCOPE_ROOM_HOURS="0.005").address)
    for one in room.all:
        says(one, "closed because its time was up", "课堂已到时关闭")
        is_quiet(one)
    late = desk()
    late.page.goto(room.url)
    expect(late.page.locator("body")).to_contain_text("time was up")
