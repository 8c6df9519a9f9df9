"""Tapes that nobody's program writes: streams of events that the reader accepts, made to cost much.

Each function takes a size and makes a tape whose cost would grow faster than that size if
anything walked over it again and again.
"""

from collections.abc import Callable

from tests.web.tapes import TapeWriter


def names(size):
    """One tensor with many names, each longer than the last, and asked for in many passes."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("exp", x)
    for i in range(size):
        tape.name(x, "x" * min(60, 1 + i // 100) + str(i))
    for _ in range(size // 10):
        tape.backward(y)
    return tape.events


def flags(size):
    """One tensor that begins to require grad again and again, and then is used."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    for _ in range(size):
        tape.requires_grad_(x)
    tape.enable_grad(False)
    for _ in range(size):
        tape.op("exp", x)
    return tape.events


def begins(size):
    """Calls of backward that begin and never end."""
    tape = TapeWriter()
    y = tape.op("exp", tape.leaf("x", requires_grad=True))
    for _ in range(size):
        tape.begin(y)
    return tape.events


def nested(size):
    """Calls of backward that begin in each other and end in reverse."""
    tape = TapeWriter()
    y = tape.op("exp", tape.leaf("x", requires_grad=True))
    for call in reversed([tape.begin(y) for _ in range(size)]):
        tape.say("backward", phase="end", call=call, failed=False, results=[], line=None)
    tape.op("log", y)
    return tape.events


def reversed_calls(size):
    """Calls of backward whose ends all come before their begins, with ops between."""
    tape = TapeWriter()
    y = tape.op("exp", tape.leaf("x", requires_grad=True))
    for call in range(1, size + 1):
        tape.say("backward", phase="end", call=call, failed=False, results=[], line=None)
    for _ in range(size):
        tape.begin(y)
        tape.op("log", y)
    return tape.events


def retained(size):
    """A chain that many backwards run whole."""
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(size):
        h = tape.op("exp", h)
    for _ in range(size):
        tape.backward(h)
    return tape.events


def growing(size):
    """A chain that grows by an op after each backward: each pass has a shape of its own."""
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(size):
        h = tape.op("exp", h)
        tape.backward(h)
    return tape.events


def small(size):
    """Passes of few boxes, each of a shape of its own."""
    tape = TapeWriter()
    for i in range(size):
        w = tape.leaf("w" * (i % 20), requires_grad=True, shape=(1 + i % 6, 1 + i // 6 % 6))
        h = w
        for _ in range(i % 7):
            h = tape.op("mul", h, w, saved=i % 3)
        tape.backward(tape.op("exp", h))
    return tape.events


def dense(size):
    """Ops that take all before them."""
    tape = TapeWriter()
    made = [tape.leaf("x", requires_grad=True)]
    for _ in range(size):
        made.append(tape.op("cat", *made, slot="tensors"))
    tape.backward(made[-1])
    return tape.events


def wide(size):
    """One op with many inputs, half of them one and the same, and many backwards of it."""
    tape = TapeWriter()
    leaves = [tape.leaf(requires_grad=True) for _ in range(size // 2)]
    y = tape.op("cat", *leaves, *[leaves[0]] * (size // 2), slot="tensors")
    for _ in range(size // 10):
        tape.backward(y)
    return tape.events


def parallel(size):
    """Two ops far from each other with many edges between."""
    tape = TapeWriter()
    first = h = tape.op("exp", tape.leaf("x", requires_grad=True))
    for _ in range(size // 4):
        h = tape.op("log", h)
    tape.op("cat", h, *[first] * size, slot="tensors")
    return tape.events


def deep(size):
    """Calls within calls within calls, with an op in each that takes what the one outside made."""
    tape = TapeWriter()
    w = h = tape.leaf("w", requires_grad=True)
    for i in range(size):
        scope = [f"f{n}()" for n in range(min(i, 1500))]
        h = tape.op("mul", h, w, scope=scope, calls=range(1, len(scope) + 1))
    return tape.events


def crowded(size):
    """Ops 60 calls deep that take each other's results from far."""
    tape = TapeWriter()
    made = [tape.leaf("x", requires_grad=True)]
    for i in range(size):
        scope = [f"f{n}()" for n in range(60)]
        calls = [1 + (i >> max(0, 12 - n // 5)) for n in range(60)]
        made.append(tape.op("add", made[-1], made[i * 7919 % len(made)], scope=scope, calls=calls))
    return tape.events


def orders(size):
    """Ops of which each was made while the last one ran backward: derivatives of any order."""
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    during = None
    for _ in range(size):
        h = tape.op("exp", h, during=during)
        during = tape.maker[h]
    return tape.events


def square(size):
    """An untracked op with as many results as inputs: each result has all inputs as sources."""
    tape = TapeWriter()
    inputs = [tape.leaf(f"x{i}") for i in range(size)]
    tape.op("meshgrid", *inputs, slot="tensors", view_of="t0")
    event = tape.events[-1]
    event["outputs"] = [
        event["outputs"][0] | {"tensor": f"t{size + i}", "view_of": f"t{i}"} for i in range(size)
    ]
    return tape.events


def long_texts(size):
    """Names, titles, slots and labels of many characters."""
    tape = TapeWriter()
    text = "W" * size
    h = tape.leaf(text, requires_grad=True)
    for _ in range(20):
        h = tape.op(text, h, name=text, slot=text, scope=[text, f"{text}()"])
        tape.backward(h)
    return tape.events


def large_shapes(size):
    """Shapes of 64 dimensions, values that are not told, nodes that save very many tensors."""
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    stats = dict.fromkeys(("min", "max", "mean", "std"), 0.0)
    stats |= {"zeros": 0, "nans": 0, "infs": 0, "histogram": None}
    seen = {"rows": 1, "cols": 1, "data": [0.0]}
    for _ in range(20):
        h = tape.op("mul", h, h, saved=1)
        event = next(each for each in reversed(tape.events) if each["kind"] == "op")
        event["outputs"][0]["value"] = {
            "shape": [2**62] * 64, "dtype": "complex64", "stats": stats, "picture": seen,
            "head": [0.0],
        }  # fmt: skip
        event["saved"] = event["saved"] * size
    return tape.events


def colliding(size):
    """Calls whose numbers a dict of numbers finds in one place."""
    tape = TapeWriter()
    y = tape.op("exp", tape.leaf("x", requires_grad=True))
    for i in range(size):
        tape.begin(y)
        call = tape.events[-1]["call"] = i << 36
        tape.say("backward", phase="end", call=call, failed=False, results=[], line=None)
    return tape.events


def hubs(size):
    """Results that everything after them takes, so that their lines have very many branches."""
    tape = TapeWriter()
    made = [tape.op("exp", tape.leaf("x", requires_grad=True)) for _ in range(8)]
    h = made[0]
    for i in range(size):
        h = tape.op("addcmul", h, made[i % 8], made[i * 5 % 8])
    tape.backward(h)
    return tape.events


def scattered(size):
    """Ops that take results from anywhere: a tangle."""
    tape = TapeWriter()
    made = [tape.leaf("x", requires_grad=True)]
    for i in range(size):
        picked = [made[(i * step + step) % len(made)] for step in (7919, 104729, 1299709)]
        made.append(tape.op("lerp", *picked))
    return tape.events


def outputs(size):
    """An op of very many results with names, drawn in many passes."""
    tape = TapeWriter()
    y = tape.op("unbind", tape.leaf("x", requires_grad=True))
    event = tape.events[-1]
    event["outputs"] = [event["outputs"][0] | {"tensor": f"t{1 + i}"} for i in range(size)]
    for i in range(size):
        tape.name(f"t{1 + i}", f"part[{i}]")
    for _ in range(size):
        tape.backward(y)
    return tape.events


# Each with a size that the whole tape allows, about, and one that takes a second at most.
TORRENTS: dict[str, tuple[Callable[[int], list[dict]], int, int]] = {
    "names": (names, 60_000, 6_000),
    "flags": (flags, 40_000, 1_000),
    "begins": (begins, 50_000, 2_000),
    "nested": (nested, 45_000, 5_000),
    "reversed_calls": (reversed_calls, 25_000, 1_000),
    "retained": (retained, 16_000, 150),
    "growing": (growing, 16_000, 60),
    "small": (small, 8_000, 150),
    "dense": (dense, 700, 60),
    "wide": (wide, 80_000, 600),
    "parallel": (parallel, 60_000, 1_000),
    "deep": (deep, 1_000, 200),
    "crowded": (crowded, 4_000, 200),
    "orders": (orders, 4_000, 300),
    "square": (square, 20_000, 60),
    "long_texts": (long_texts, 200_000, 20_000),
    "large_shapes": (large_shapes, 20_000, 2_000),
    "colliding": (colliding, 40_000, 2_000),
    "hubs": (hubs, 4_000, 400),
    "scattered": (scattered, 8_000, 300),
    "outputs": (outputs, 12_000, 1_000),
}
