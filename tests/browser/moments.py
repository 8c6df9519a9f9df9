"""What tests of sharing do: make a moment, read its link, open the Share box."""

import base64
import re

import numpy
import zxingcpp

from server.document import link

LESSON = """import torch

# 两个叶子
x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
z = x * y
z.backward()
print(x.grad)
"""
RANDOM = "import torch\nx = torch.rand(2, requires_grad=True)\nx.sum().backward()\nprint(x)\n"


# The page writes its address 400 ms after a change. The page's own timer waits for that: on a busy
# machine it is late together with the write.
REST = "new Promise((done) => setTimeout(() => done(location.hash), 500))"


def hash_of(visit):
    """The hash of the page, once it has come to rest."""
    before = None
    for _ in range(50):
        now = visit.page.evaluate(REST)
        if now and now == before:
            return now
        before = now
    raise AssertionError("the address never came to rest")


def moment_of(visit):
    return link.decode(hash_of(visit))


def arrive(visit, address):
    """Open an address and wait for its run."""
    visit.page.goto(address)
    visit.until("/[1-9]/.test(document.querySelector('#step-count').textContent)")
    return visit


def made(visit, code, *keys):
    """Run code, then press keys."""
    visit.open()
    with visit.page.expect_response("**/api/v1/run"):
        visit.run(code)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("Home")
    for key in keys:
        visit.page.keyboard.press(key)
    return visit


def caption(visit):
    return visit.page.locator("#caption").inner_text()


def weak(visit):
    """The same server, as if nothing held its runs back."""
    def weaken(route):
        reply = route.fetch()
        body = reply.text().replace('"fence": "strong"', '"fence": "timed"')
        route.fulfill(response=reply, body=body)

    visit.page.route(re.compile(r"^[^?#]*/(s/\w+|embed(/\w+)?)?$"), weaken)
    return visit


def runs(visit):
    return [url for url in visit.requests if url.endswith("/api/v1/run")]


def opened(visit, tab):
    """The Share box at a tab."""
    panel = visit.page.locator("#share-panel")
    visit.page.keyboard.press("Escape")
    panel.wait_for(state="hidden")
    visit.page.keyboard.press("Control+s")
    visit.page.locator(f"#share-{tab}").click()
    return panel


def exported(visit, ending):
    """The file of a button in the Share box."""
    panel = opened(visit, "export")
    with visit.page.expect_download() as download:
        panel.locator(f'[data-form="{ending}"]').click()
    panel.get_by_text("Saved as").wait_for()
    assert download.value.suggested_filename.endswith(ending)
    with open(download.value.path(), "rb") as file:
        return file.read()


GRAY = """async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const { width, height } = picture;
    const pen = new OffscreenCanvas(width, height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, width, height);
    return [height, width, Array.from({ length: width * height }, (_, i) => data[4 * i])];
}"""


def seen_by_camera(visit, element):
    """The text of the QR code that is on the screen there."""
    shot = base64.b64encode(element.screenshot()).decode()
    height, width, gray = visit.page.evaluate(GRAY, shot)
    # Of all forms of codes: a pattern inside a QR code may pass for another one.
    (code,) = zxingcpp.read_barcodes(
        numpy.array(gray, numpy.uint8).reshape(height, width), zxingcpp.BarcodeFormat.QRCode
    )
    return code.text
