"""The page at https://localhost/tapescope/, behind a real nginx with TLS that hides the server."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NO_HINTS, started, visit_in
from tests.browser.desks import DESKTOP, Desk
from tests.browser.moments import LESSON, arrive, exported, hash_of, made, opened, seen_by_camera
from tests.web.nginx import Site, free_ports, running


@pytest.fixture(scope="module", params=[
    Site(headers={"X-Forwarded-Prefix": '""'}),
    pytest.param(Site(headers={"X-Forwarded-Prefix": '""'}, passes_prefix=True),
                 marks=pytest.mark.nightly),
], ids=["strips", "passes"])  # fmt: skip
def served(request, tmp_path_factory):
    """The public URL of a server, which it knows by its setting alone, and its own address."""
    (port,) = free_ports(1)
    public, folder = request.param.url(port), tmp_path_factory.mktemp("store")
    with (
        started(folder, public_url=public, trusted_proxies="127.0.0.1") as upstream,
        running(upstream.rstrip("/"), {"one": request.param}, [port]),
    ):
        yield f"{public}/", upstream


@pytest.fixture
def url(served):
    return served[0]


@pytest.fixture
def visitor(browser, url):
    """Makes visitors who trust the certificate, and sends them home."""
    contexts = []

    def make(**options):
        options = {**DESKTOP, "locale": "en-US", "ignore_https_errors": True, **options}
        contexts.append(browser.new_context(**options))
        contexts[-1].add_init_script(NO_HINTS)
        visit = visit_in(contexts[-1], url)
        visit.page.on("console", lambda said: visit.complaints.append(said.text)
                      if said.type in ("error", "warning") else None)
        return visit

    yield make
    for context in contexts:
        context.close()


def check_requests(visit, url):
    """Nothing was asked for outside of the prefix, and nothing complained."""
    outside = [each for each in visit.requests
               if not each.startswith((url, "data:", "blob:"))]
    assert outside == []
    assert visit.complaints == []


def test_a_moment_is_run_shared_exported_and_opened_again(visitor, url):
    author, reader = visitor(), visitor()
    made(author, LESSON, "ArrowRight", "ArrowRight")
    hash_of(author)
    assert opened(author, "link").locator("input").input_value() == author.page.url
    assert author.page.url.startswith(f"{url}#")
    assert seen_by_camera(author, opened(author, "qr").locator("svg")) == author.page.url
    assert exported(author, ".html").startswith(b"<!doctype html>")
    assert f'src="{url}embed#' in opened(author, "embed").locator("textarea").input_value()
    panel = opened(author, "short")
    panel.locator(".share-do").click()
    panel.locator("input[readonly]").wait_for()
    short = panel.locator("input[readonly]").input_value()
    assert re.fullmatch(rf"{url}s/\w{{8}}", short)
    arrive(reader, short)
    assert reader.step() == author.step() == 2
    reader.page.go_back()
    reader.page.goto(short.replace("/s/", "/embed/"))
    expect(reader.page.locator("#whole")).to_have_attribute("href", re.compile("^/tapescope/#"))
    reader.page.goto(f"{url}s/AAAAAAAA")
    expect(reader.page.locator("main a")).to_have_attribute("href", "/tapescope/")
    complaints = [each for each in reader.complaints if "404" not in each]
    reader.complaints[:] = complaints
    for visit in (author, reader):
        check_requests(visit, url)


def test_who_comes_past_the_proxy_shares_the_public_url(visitor, served):
    public, inner = served
    visit = visitor()
    visit.address = inner
    made(visit, LESSON)
    hash_of(visit)
    assert visit.page.url.startswith(inner)
    assert opened(visit, "link").locator("input").input_value().startswith(f"{public}#")
    assert f'src="{public}embed#' in opened(visit, "embed").locator("textarea").input_value()
    assert visit.complaints == []


def test_a_class_follows_its_teacher_through_the_proxy(browser, url):
    teacher, student = (Desk(browser, ignore_https_errors=True) for _ in range(2))
    room = teacher.open(url)
    assert urlsplit(room).path.startswith("/tapescope/r/")
    teacher.page.locator(".room-code").first.click()
    expect(teacher.page.locator(".room-url")).to_contain_text(room.removeprefix("https://"))
    student.enter(room, "Ada")
    student.at(10)
    teacher.press("Escape", "Home", "ArrowRight")
    student.at(1)
    student.sees("Following")
    for desk in (teacher, student):
        assert desk.faults == []
        desk.context.close()
