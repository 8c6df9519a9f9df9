"""Every export, with every number of a request at its extremes: a file or a sentence, soon."""

import struct
import time

import pytest

from server.document.link import MOST_NUMBER
from server.export import page_renderer
from server.export.formats import FORMATS
from server.export.page_renderer import LONGEST_SIDE, MOST_PIXELS
from server.export.render_types import PressError
from tests.sampling import by_day

CODE = """import torch
x = torch.ones(2, requires_grad=True)
def f(x):
    return (x * x).exp()
f(x).sum().backward()
"""
# A long way off, in each direction, for boxes that are there and that are not.
FAR = "999999,-999999"
EXTREMES = {
    "step": (0, 1, MOST_NUMBER),
    "seed": (0, MOST_NUMBER),
    "camera": ("-9999999,9999999,999", "0,0,0"),
    "folds": ("f9999", "o0,1,2,9999", "f0~9999,9999~0o0~9999", "0", "3f0~2o9999"),
    "moved": (f"0,{FAR}", f"0,{FAR};1,-999999,999999", f"9999,{FAR}",
              ";".join(f"{n},{n % 2 * 999999},{-999999 + n}" for n in range(150))),
    "peek": ("999999999:999999999999999:n",),
    "title": ("x" * 200,),
    "selection": ("t" * 200, "n999999999"),
}  # fmt: skip
ASKED = [(form, name, value) for form in FORMATS
         for name, values in EXTREMES.items() for value in values]
# What a quiet machine needs for the slowest of these is a tenth of it.
MOST_SECONDS = 60


# By day each form meets some values, and each value some forms: 5 does not divide their numbers.
@pytest.mark.parametrize(
    "asked", by_day(ASKED, 5), ids=lambda asked: f"{asked[0]}-{asked[1]}-{str(asked[2])[:12]}"
)
def test_an_export_at_its_extremes_is_a_file_or_a_sentence(client, asked):
    form, name, value = asked
    began = time.monotonic()
    reply = client.post(f"/api/v1/export/{form}", json={"code": CODE, name: value})
    assert time.monotonic() - began < MOST_SECONDS
    assert reply.status_code in (200, 422), reply.data
    if reply.status_code == 422:
        assert reply.get_json()["error"]["sentence"].endswith(".")
    elif form == "png":
        width, height = struct.unpack(">II", reply.data[16:24])
        assert width * height <= MOST_PIXELS
        assert max(width, height) <= LONGEST_SIDE + 1


def test_what_a_link_cannot_carry_is_refused(client):
    for moved in ("0,9999999,0", "0,1e9,0", ";".join(["0,1,1"] * 4000)):
        reply = client.post("/api/v1/export/png", json={"code": CODE, "moved": moved})
        assert reply.status_code == 400


@pytest.mark.parametrize(
    ("width", "height", "zoom"),
    [(100, 100, 2), (1e4, 1e4, 2), (1e6, 30, 2), (30, 1e5, 2), (1, 1, 1e9), (1e5, 100, 1)],
)
def test_a_picture_is_made_smaller_until_it_fits(width, height, zoom):
    found = page_renderer.bounded(width, height, zoom) if max(width, height) < 5e5 else None
    if found is None:
        with pytest.raises(PressError, match="1,000,000 x 30 pixels"):
            page_renderer.bounded(width, height, zoom)
        return
    assert found <= zoom
    assert width * height * found**2 <= MOST_PIXELS * 1.001
    assert max(width, height) * found <= LONGEST_SIDE * 1.001


def test_a_picture_of_any_size_that_an_svg_may_name_is_bounded_before_it_is_made():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}"></svg>'
    for size in ("99999999999", "1e9", "4000000"):
        with pytest.raises(PressError, match=r"pixels|no size"):
            page_renderer.png(svg.format(size))
