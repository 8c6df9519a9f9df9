"""The camera: it follows the tape, until a hand takes it, and comes back."""

import json

import pytest

LONG = """import torch
x = torch.tensor(0.5, requires_grad=True)
h = x
for i in range(12):
    h = torch.tanh(h * 1.1 + 0.1)
h.backward()
"""
PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}


def pictured(visit):
    """A hash of what the stage's canvas shows."""
    return visit.page.evaluate("""() => {
        const canvas = document.querySelector("#stage .vis-network canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let hash = 0;
        for (let i = 0; i < data.length; i += 16) hash = (hash * 31 + data[i]) | 0;
        return hash;
    }""")


def follows(visit):
    return visit.page.locator("[data-action=follow]").get_attribute("aria-pressed") == "true"


# So many that they are not legible in all rows together.
LONGER = """import torch
x = torch.tensor(0.5, requires_grad=True)
h = x
for i in range(200):
    h = h * 1.1
    h = torch.sin(h)
h.backward()
"""


def begin(visit, code=LONG):
    """Come back to a long tape, as somebody who had it here before."""
    kept = json.dumps(json.dumps({"code": code, "title": None}))
    visit.page.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    visit.open()
    visit.page.locator("#strip").focus()


def moved(visit, act):
    """Whether the picture is another after an act."""
    visit.page.wait_for_timeout(100)
    before = pictured(visit)
    act()
    visit.page.wait_for_timeout(150)
    return pictured(visit) != before


@pytest.mark.parametrize("visit", [PHONE, {"viewport": {"width": 1280, "height": 800}}],
                         indirect=True)
def test_nothing_of_the_picture_is_behind_the_cameras_buttons(visit):
    begin(visit)
    visit.page.keyboard.press("f")
    lowest = visit.page.evaluate("""() => {
        const { shapes, seen, scale } = document.querySelector("#stage").scene();
        const boxes = shapes.filter(({ kind, z }) => kind === "box" && z === 10);
        return Math.max(...boxes.map(({ y, h }) => (y + h - seen.y) * scale));
    }""")
    stage, camera = (visit.page.locator(each).bounding_box() for each in ("#stage", ".camera"))
    assert 0 < stage["y"] + lowest <= camera["y"]


def test_the_buttons_zoom_by_one_factor_also_where_boxes_become_compact(visit):
    begin(visit)
    scale = "document.querySelector('#stage').scene().scale"
    for key in "+++-----+++++":
        visit.page.wait_for_timeout(40)
        before = visit.page.evaluate(scale)
        visit.page.keyboard.press(key)
        visit.until(f"Math.abs({scale} / {before} - {1.25 if key == '+' else 0.8}) < 0.01")
    assert visit.complaints == []


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_a_phone_the_picture_ends_at_a_band_of_one_height(visit):
    begin(visit)
    band = """() => {
        const [stage, ...rows] = ["#stage", "#scales", ".camera"].map((each) =>
            document.querySelector(each).getBoundingClientRect());
        return { rows: rows.map(({ left, right, height }) => [left, right, height]),
            gap: stage.bottom - rows[1].bottom + rows[1].top - rows[0].bottom,
            least: Math.min(...[...document.querySelectorAll(".camera button")]
                .map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0)
                .flatMap(({ width, height }) => [width, height])) };
    }"""
    shown = visit.page.evaluate(band)
    assert [row[:2] for row in shown["rows"]] == [[0, 400], [0, 400]]
    assert (shown["gap"], shown["least"]) == (0, 44)
    opaque = "getComputedStyle(document.querySelector('#scales')).backgroundColor"
    assert "/" not in visit.page.evaluate(opaque)
    visit.page.evaluate("document.querySelector('#scales').replaceChildren()")
    assert visit.page.evaluate(band) == shown


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_a_low_phone_the_picture_has_all_the_room(visit):
    visit.open()
    visit.page.set_viewport_size({"width": 400, "height": 480})  # hardly a picture: it has it all
    visit.until("getComputedStyle(document.querySelector('.camera')).display === 'none'")


def test_a_long_tape_has_a_minimap_and_a_short_one_has_none(visit):
    begin(visit, LONGER)
    assert visit.page.locator(".minimap").is_visible()
    visit.page.keyboard.press("f")
    visit.until("document.querySelector('.minimap').hidden")
    assert visit.complaints == []


def test_a_camera_taken_by_hand_stays_until_it_is_told_to_follow(visit):
    begin(visit)
    assert follows(visit)
    stage = visit.page.locator("#stage").bounding_box()
    middle = (stage["x"] + stage["width"] / 2, stage["y"] + 60)
    visit.page.mouse.move(*middle)
    visit.page.mouse.down()
    visit.page.mouse.move(middle[0] + 200, middle[1] + 30, steps=4)
    visit.page.mouse.up()
    visit.until("document.querySelector('[data-action=follow]').ariaPressed === 'false'")
    assert visit.page.locator("[data-action=follow]").is_visible()
    visit.page.keyboard.press("g")
    visit.until("document.querySelector('[data-action=follow]').ariaPressed === 'true'")
    assert not visit.page.locator("[data-action=follow]").is_visible()


def test_a_tape_that_is_too_long_for_one_row_is_shown_whole_in_several(visit):
    begin(visit)
    assert visit.page.locator(".minimap").is_hidden()
    lines = visit.page.evaluate("""() => document.querySelector("#stage").scene().shapes
        .filter(({ id }) => id.includes("/turn/")).length""")
    assert lines >= 4  # two heads for each line that goes on in the next row
    assert visit.complaints == []


ROWS = """() => {
    const { shapes } = document.querySelector("#stage").scene();
    return shapes.filter(({ id }) => /^n[0-9]+$/.test(id)).map(({ x, y }) => `${x} ${y}`).join();
}"""


def test_another_size_of_the_stage_draws_other_rows_at_once(visit):
    begin(visit)
    before = visit.page.evaluate(ROWS)
    visit.page.set_viewport_size({"width": 900, "height": 900})
    visit.until(f"({ROWS})() !== {json.dumps(before)}")
    visit.page.set_viewport_size({"width": 1280, "height": 800})
    visit.until(f"({ROWS})() === {json.dumps(before)}")


def test_what_is_too_large_to_be_read_whole_is_seen_as_far_as_it_can_be(visit):
    begin(visit, LONGER)
    seen = visit.page.evaluate("""() => {
        const { shapes, seen, scale } = document.querySelector("#stage").scene();
        const boxes = shapes.filter(({ id }) => /^[tn][0-9]+$/.test(id));
        return [scale, boxes.filter(({ x, y, w, h }) => x > seen.x && x + w < seen.x + seen.w
            && y > seen.y && y + h < seen.y + seen.h).length];
    }""")
    assert 0.3 < seen[0] < 0.4
    assert seen[1] > 20
    assert follows(visit)


def test_pressing_on_the_minimap_takes_the_camera_there(visit):
    begin(visit, LONGER)
    stage = visit.page.locator("#stage").bounding_box()
    visit.page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    visit.page.mouse.wheel(0, -40)  # the map comes, though boxes are behind it
    visit.until("!document.querySelector('.minimap').classList.contains('away')")
    visit.page.keyboard.press("g")
    box = visit.page.locator(".minimap").bounding_box()
    assert moved(visit, lambda: visit.page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2))
    assert not follows(visit)


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_two_fingers_zoom_the_picture(visit):
    begin(visit)
    stage = visit.page.locator("#stage").bounding_box()
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 3
    session = visit.page.context.new_cdp_session(visit.page)

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": a, "y": b, "id": i} for i, (a, b) in
                                          enumerate(points)]})

    def pinch():
        touch("touchStart", (x - 80, y), (x + 80, y))
        for gap in (70, 60, 50, 40, 30):
            touch("touchMove", (x - gap, y), (x + gap, y))
            visit.page.wait_for_timeout(20)
        touch("touchEnd")

    assert moved(visit, pinch)
    assert not follows(visit)


def test_a_variable_that_is_chosen_comes_into_view_with_a_ring(visit):
    begin(visit)
    visit.page.keyboard.press("End")
    visit.page.locator("#tab-variables").click()
    visit.page.locator("#variables tr[data-box] .variable-name", has_text="x").click()
    visit.until("""(() => {
        const { shapes, seen } = document.querySelector("#stage").scene();
        const ring = shapes.find(({ id }) => id.endsWith("/outline"));
        return ring && ring.fixed && ring.width === 2 && ring.x >= seen.x && ring.y >= seen.y
            && ring.x + ring.w <= seen.x + seen.w && ring.y + ring.h <= seen.y + seen.h;
    })()""")
    assert follows(visit)
    assert visit.complaints == []


def test_a_step_measures_the_stage_in_the_next_frame_and_not_amid_changes(visit):
    visit.open()
    visit.page.keyboard.press("Home")
    measured = visit.page.evaluate("""async () => {
        const next = () => new Promise(requestAnimationFrame);
        const stage = document.querySelector("#stage");
        const measure = stage.getBoundingClientRect.bind(stage);
        let count = 0;
        stage.getBoundingClientRect = () => (count++, measure());
        for (let before = -1; before < count;) {
            before = count;
            for (let i = 0; i < 5; i++) await next();
        }
        count = 0;
        document.querySelector("[data-action=forward]").click();
        const atOnce = count;
        await next();
        await next();
        return [atOnce, count];
    }""")
    assert measured == [0, 1]
