"""What the tests of rooms share: a small room, its run document, and a class over HTTP."""

import gzip

from server.classroom.credentials import drawn, hashed
from server.classroom.room import Room, Shown
from tests.web.test_api import PRODUCT

API = "/api/v1/rooms"
SECRET = "the teacher's"
DOCUMENT = gzip.compress(b'{"events": []}')
NOW = 1_000_000.0
HOURS = 12


def room(**changes) -> Room:
    """A room with a run of ten events."""
    plain = {
        "code": drawn(), "secret": hashed(SECRET), "key": "key", "url": "http://school/r/X",
        "opened": NOW, "expires": NOW + HOURS * 3600, "shown": Shown("digest", 10, "a title"),
    }  # fmt: skip
    return Room(**plain | changes)


class Class:
    """A room with its teacher, through a test client."""

    def __init__(self, client, code=PRODUCT, **more):
        self.client = client
        opened = client.post(API, json={"code": code, "seed": 1} | more)
        assert opened.status_code == 201
        self.opened = opened.get_json()
        self.at = f"{API}/{self.opened['room']}"
        self.teacher = {"Authorization": f"Bearer {self.opened['secret']}"}
        self.digest = self.opened["state"]["digest"]

    def ask(self, method, path, body=None, who=None, **more):
        body = {} if body is None else {"json": body}
        return self.client.open(self.at + path, method=method, headers=who, **body, **more)

    def join_reply(self, name=None):
        return self.ask("POST", "/join", {"name": name})

    def join(self, name=None):
        ticket = self.join_reply(name).get_json()
        return ticket["participant"], {"Authorization": f"Bearer {ticket['token']}"}

    def move(self, who, cursor=2, **more):
        return self.ask("POST", "/moves", {"digest": self.digest, "cursor": cursor} | more, who)

    def question(self, **more):
        asked = {"kind": "number", "subject": {"of": "grad", "tensor": "t0"}, "at": self.events()}
        return self.ask("POST", "/questions", asked | more, self.teacher)

    def events(self):
        return len(self.ask("GET", f"/runs/{self.digest}").get_json()["events"])

    def state(self):
        return self.ask("GET", "").get_json()["state"]
