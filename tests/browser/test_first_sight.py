"""Real models: the picture that a run opens with, after a backward, and with a module open.

`python -m tests.browser.legibility` prints the numbers behind these tests.
"""

import pytest

from tests.browser import legibility
from tests.browser.models import MODELS, MOMENTS, SIZES, opened
from tests.sampling import by_day

# All of a model on a phone is as small as a seventh: of the 51 boxes of policy, with a module open,
# three have no room for a word then.
LEAST_AFTER_FIT = {"400x800": 94}
CASES = by_day([(model, size) for model in MODELS for size in SIZES], 42)


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_all_boxes_are_named_nothing_overlaps_and_fit_shows_all(browser, address, case):
    model, size = case
    with opened(browser, address, model, size) as page:
        for moment, go in MOMENTS.items():
            if not go(page, address, model):
                continue
            found, fit = legibility.read(page), legibility.fitted(page)
            assert (found.legible, found.small) == (100, []), (moment, found.mute)
            assert fit.legible >= LEAST_AFTER_FIT.get(size, 100), (moment, fit.mute)
            for sight in (found, fit):
                assert sight.texts == [], moment
                assert sight.boxes == [], moment
                assert sight.across == [], moment
            assert fit.outside == [], moment
            assert size != "1280x800" or found.height >= 600
            page.keyboard.press("g")
            page.wait_for_timeout(300)
