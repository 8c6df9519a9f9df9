"""A browser of somebody in a class."""

from playwright.sync_api import expect

DESKTOP = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


class Desk:
    """Somebody in the class, at a browser of their own."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(**{"locale": "en-US", **DESKTOP, **options})
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def enter(self, url, name=""):
        """Go to the room, and join it."""
        self.page.goto(url)
        self.page.locator("#room-box input").fill(name)
        self.page.locator("#room-box input").press("Enter")
        expect(self.page.locator("#room-box")).not_to_be_visible()
        return self

    def open(self, address, words="Open a room"):
        """Open a room from the first lesson; its address."""
        self.page.goto(address)
        # Before, there is nothing to open a room with.
        self.page.wait_for_selector("#mirror .mirror-box", state="attached")
        self.page.locator("#open-room").click()
        self.do(words)
        self.page.wait_for_url("**/r/*")
        self.at(10)
        return self.page.url.split("#")[0]

    def at(self, step):
        """Wait until the page is at that step."""
        expect(self.page.locator("#step-number")).to_have_value(str(step))

    def sees(self, words):
        expect(self.page.locator(".room-status")).to_have_text(words)

    def press(self, *keys):
        """Keys of the page, which no field and no button takes."""
        self.page.evaluate("document.activeElement.blur()")
        for key in keys:
            self.page.keyboard.press(key)

    def do(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()
