"""The way the tape runs: by the shape of the stage, or as the visitor wants it."""

import pytest

PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}


def runs_down(visit):
    return visit.page.locator("[data-action=bearing]").get_attribute("aria-pressed") == "true"


def test_on_a_desktop_the_tape_runs_to_the_right_until_it_is_turned_and_stays_so(visit):
    visit.open()
    assert not runs_down(visit)
    visit.page.locator("#strip").focus()
    visit.page.keyboard.press("t")
    assert runs_down(visit)
    visit.page.wait_for_timeout(500)  # until it is remembered
    visit.page.reload()
    visit.page.wait_for_selector("#mirror .mirror-box", state="attached")
    assert runs_down(visit)
    visit.page.locator("[data-action=bearing]").click()
    assert not runs_down(visit)
    assert visit.complaints == []


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_a_phone_it_runs_down_and_on_its_side_to_the_right(visit):
    visit.open()
    visit.until("document.querySelector('[data-action=bearing]').ariaPressed === 'true'")
    visit.page.set_viewport_size({"width": 800, "height": 400})
    visit.until("document.querySelector('[data-action=bearing]').ariaPressed === 'false'")
    assert visit.complaints == []
