"""One client that does its worst to a server on this machine: `hostile_clients.py PORT SECONDS NR`.

Each attack is a few requests. The client makes them one attack after another, from its own place in
the list, until the time is over, and prints as JSON how the server answered. `under_attack.py`
starts such clients and the server.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fence.forgeries import FORGED, forging

HOST = "127.0.0.1"
# A client that waits longer for an answer goes away.
PATIENCE_SECONDS = 30.0
# Between two requests; refusals would otherwise be asked for as fast as the client can.
PAUSE_SECONDS = 0.01
FORMS = ("html", "svg", "png", "pyvis", "dot", "graphml", "json", "py")

HEAD = "import torch\nx = torch.ones(1, requires_grad=True)\n"
PRODUCT = HEAD + "y = x * x\ny.backward()\n"
STACK = HEAD + "y = torch.stack([x]*{count}).sum()\ny.backward()\n"
GRADS = HEAD + (
    "y = x\nfor i in range(3900): y = y * 1.0\nz = y * 1.0\n"
    "for i in range(400): torch.autograd.grad(z, y, retain_graph=True)\n"
)
SECOND_ORDER = HEAD + (
    "y = (x * 1.5).sum()\nfor i in range(12):\n"
    "    (y,) = torch.autograd.grad((y * x * x).sum(), x, create_graph=True)\n"
)
CATS = (
    "import torch, random\nx = [torch.ones(0, requires_grad=True)]\nrandom.seed(1)\n"
    "for i in range(2000): x.append(torch.cat(random.sample(x, min(50, len(x)))))\n"
)
ALIASES = HEAD + "y = x * 1.0\nfor i in range(20000): globals()[f'name_{i}'] = y; y = y + 0.0\n"
TRAINING = (
    "import torch\nw = torch.randn(4, 8, requires_grad=True)\n"
    "for i in range({steps}):\n    loss = (torch.randn(16, 4) @ w).relu().square().mean()\n"
    "    loss.backward()\n    with torch.no_grad(): w -= 0.1 * w.grad\n    w.grad = None\n"
)
LARGE = "import torch\nx = torch.randn({rows}, 1000)\ny = x * 2\n"
# A run that writes its own tape, in the exact form of events, and says that it has finished.
FORGED_TAPE = """
import json
V = {{"shape": [], "dtype": "float32", "data": [1.0]}}
def tape(events):
    for i in range(0, len(events), 500):
        text = json.dumps({{"events": events[i:i+500], "ops": {{}}}}).encode()
        write(struct.pack(">cI", b"T", len(text)) + text)
def write(data):
    for number in range(3, 64):
        try:
            while data: data = data[os.write(number, data):]
        except OSError: continue
def leaf(i): return {{"kind": "leaf", "tensor": f"t{{i}}", "value": V, "requires_grad": True,
    "accumulate": f"n{{i}}", "parameter": False, "grad_of": None, "line": 1}}
def op(i, sources, scope=()): return {{"kind": "op", "op": "mul", "params": {{}}, "grad_mode": True,
    "inputs": [{{"slot": "self", "tensor": f"t{{j}}"}} for j in sources],
    "outputs": [{{"tensor": f"t{{i}}", "value": V, "requires_grad": True, "view_of": None}}],
    "node": {{"id": f"n{{i}}", "name": "MulBackward0",
              "edges": [{{"slot": "self", "to": f"n{{j}}", "nr": 0}} for j in sources]}},
    "saved": [], "during": None, "scope": list(scope), "calls": list(range(1, len(scope) + 1)),
    "line": 2}}
def begin(call, i): return {{"kind": "backward", "phase": "begin", "call": call, "line": 3,
    "api": "backward", "within": None, "retain_graph": True, "create_graph": False, "inputs": None,
    "roots": [{{"tensor": f"t{{i}}", "node": f"n{{i}}", "nr": 0, "seed": V}}]}}
{events}
send(b"E", b'{{"kind":"finished","limit":null,"line":null,"status":0}}')
os._exit(0)
"""
TAPES = {
    "an op of many inputs": "tape([leaf(0), op(1, [0] * 10000), begin(1, 1)])",
    "a dense graph": "tape([leaf(0), *(op(i, range(i)) for i in range(1, 300)), begin(1, 299)])",
    "many begins": "tape([leaf(0), op(1, [0]), *(begin(i, 1) for i in range(20000))])",
    "deep scopes": "tape([leaf(0), op(1, [0], [f'f{i}()' for i in range(5000)]), begin(1, 1)])",
    "many names": "tape([leaf(0), *({'kind': 'name', 'tensor': 't0', 'name': f'a{i}', 'line': 1}"
    " for i in range(50000)), *(op(i, [0]) for i in range(1, 2000)), begin(1, 1999)])",
}

Document = dict | bytes


@dataclass
class Client:
    """A client of the server on `port`, and how it was answered until `end`."""

    port: int
    end: float
    counts: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    largest: int = 0

    def send(self, path: str, body: Document | None = None, method: str = "", word: str = ""):
        """Request `path` and return the JSON of the answer, None for any other answer."""
        began, data, status = time.monotonic(), b"", "no connection"
        if began > self.end:
            return None
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE_SECONDS)
        with contextlib.closing(connection):
            try:
                connection.connect()
                status = "no answer"
                connection.request(*self.request_of(path, body, method, word))
                reply = connection.getresponse()
                status, data = str(reply.status), reply.read()
            except ConnectionRefusedError:
                self.end = 0.0  # there is no server any more
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)
        self.counts[status] += 1
        self.longest = max(self.longest, time.monotonic() - began)
        self.largest = max(self.largest, len(data))
        time.sleep(PAUSE_SECONDS)
        with contextlib.suppress(ValueError):
            return json.loads(data) if len(data) < 10_000 else None

    def request_of(self, path: str, body: Document | None, method: str, word: str):
        """Build the arguments of a request: method, path, body and headers."""
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {word}"}
        return method or ("GET" if data is None else "POST"), path, data, headers

    def run(self, code: str) -> None:
        self.send("/api/v1/run", {"code": code, "seed": 1})

    def export(self, form: str, code: str, **moment: object) -> None:
        self.send(f"/api/v1/export/{form}", {"code": code, "seed": 1} | moment)


def move_boxes_far_away(client: Client) -> None:
    """Ask for pictures that are millions of pixels wide."""
    for moved in ("0,-999999,999999", "0,999999,999999;1,-999999,-999999", "0,9999,9999"):
        for form in ("png", "svg"):
            client.export(form, PRODUCT, moved=moved)
    shared = client.send("/api/v1/share", {"code": PRODUCT, "moved": "0,-999999,999998"})
    if shared and "id" in shared:
        client.send(f"/s/{shared['id']}.png")


def draw_many_lines(client: Client) -> None:
    """Ask for pictures in the middle of a backward with many gradients on their way."""
    for count in (700, 300, 1000):
        client.export("png", STACK.format(count=count), step=count + 9)


def run_backward_often(client: Client) -> None:
    """Run programs whose every backward walks a long tape."""
    for code in (GRADS, SECOND_ORDER):
        client.run(code)


def tangle_graphs(client: Client) -> None:
    """Run programs with more edges than boxes, and with many names."""
    for code in (CATS, ALIASES):
        client.run(code)


def forge_streams(client: Client) -> None:
    """Run programs that write into their own channel."""
    for name in ("noise", "a deep nest", "a list of many lists", "half a head"):
        client.run(forging(FORGED[name]))
    for events in TAPES.values():
        client.run(forging(FORGED_TAPE.format(events=events)))


def cut_large_values(client: Client) -> None:
    """Look inside values of millions of entries."""
    for rows, size in ((1000, 1000), (20_000, 1000), (1000, 2**40)):
        region = {"value": 1, "region": [[0, size], [0, 1000]], "seed": 1}
        client.send("/api/v1/slice", {"code": LARGE.format(rows=rows)} | region)


def print_much(client: Client) -> None:
    """Run programs that print until they are stopped."""
    for code in ("while True: print('x' * 10**6)", "while True: print()", "print('\\x1b' * 10**6)"):
        client.run(code)


def hold_rooms(client: Client) -> None:
    """Open a room, show large runs in it, let participants join and move."""
    opened = client.send("/api/v1/rooms", {"code": TRAINING.format(steps=300), "seed": 1})
    if not opened or "room" not in opened:
        return
    room, secret = f"/api/v1/rooms/{opened['room']}", opened["secret"]
    for i in range(20):
        client.send(f"{room}/join", {"name": f"{i} " * 9})
    client.send(f"{room}/run", {"code": TRAINING.format(steps=1000), "seed": 1}, "PUT", secret)
    client.send(f"{room}/run", {"code": STACK.format(count=5000)}, "PUT", secret)
    for cursor in (5, 10**9, -1e308):
        client.send(f"{room}/moves", {"digest": "x", "cursor": cursor}, "POST", secret)


def export_everything(client: Client) -> None:
    """Ask for a long run in every form."""
    for form in FORMS:
        client.export(form, TRAINING.format(steps=500), step=2000)


def send_nonsense(client: Client) -> None:
    """Send bodies that are deep, long, of half characters, or no JSON."""
    for body in (b"[" * 300_000, b'{"code":' * 40_000, b"{" + b" " * 10**6, b"\xff" * 1000,
                 {"code": "\ud800"}, {"code": "x=1", "title": "\ud800"}, {"code": "x" * 10**6},
                 {"code": "x=1", "seed": 10**400}):  # fmt: skip
        for path in ("run", "export/html", "share", "rooms"):
            client.send(f"/api/v1/{path}", body)


def abandon_requests(client: Client) -> None:
    """Ask for what takes long, and go away before it comes."""
    for _ in range(5):
        body = {"code": STACK.format(count=500), "seed": 1, "step": 509}
        method, path, data, headers = client.request_of("/api/v1/export/png", body, "", "")
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        text = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{head}Content-Length: {len(data)}"
        with contextlib.suppress(OSError), socket.create_connection((HOST, client.port), 5) as line:
            line.sendall(text.encode() + b"\r\n\r\n" + data)
            time.sleep(0.1)
        client.counts["abandoned"] += 1


ATTACKS: dict[str, Callable[[Client], None]] = {
    attack.__name__: attack
    for attack in (
        move_boxes_far_away, draw_many_lines, run_backward_often, tangle_graphs, forge_streams,
        cut_large_values, print_much, hold_rooms, export_everything, send_nonsense,
        abandon_requests,
    )
}  # fmt: skip


def attack_server(port: int, seconds: float, number: int, chosen: list[str]) -> dict[str, dict]:
    """Make the attacks in turn for so many seconds and return, for each, how it was answered."""
    end = time.monotonic() + seconds
    clients = {name: Client(port, end) for name in chosen}
    turn = number * max(1, len(chosen) // 4)
    while time.monotonic() < min(each.end for each in clients.values()):
        name = chosen[turn % len(chosen)]
        ATTACKS[name](clients[name])
        turn += 1
    return {
        name: {"counts": each.counts, "longest": each.longest, "largest": each.largest}
        for name, each in clients.items()
    }


def main() -> None:
    """Attack for a time, and print the answers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("number", type=int)
    parser.add_argument("attacks", nargs="*", choices=list(ATTACKS), default=list(ATTACKS))
    asked = parser.parse_args()
    print(json.dumps(attack_server(asked.port, asked.seconds, asked.number, asked.attacks)))


if __name__ == "__main__":
    main()
