"""Say why an op or its derivative gives a number that is not finite: the entry, its operands."""

from __future__ import annotations

from dataclasses import dataclass

from server.findings.history import value_before
from server.findings.reading import Event, Reading
from server.findings.nonfinite.spread import Chain, Spread
from server.findings.values import (
    Value, entry, index, odd_count, odd_entries, shown, size, worst,
)

# Ops of one number, as a formula names them.
OF_ONE = frozenset("""
    log log2 log10 log1p sqrt rsqrt exp expm1 exp2 acos asin atanh acosh tan cosh sinh reciprocal
    logit lgamma digamma square
""".split())
BETWEEN = {"div": "/", "mul": "×", "sub": "-", "add": "+", "pow_tensor": "**", "div_mode": "/"}
LOGS = frozenset({"log", "log2", "log10", "log1p", "logit", "xlogy"})
# Functions that have no real value everywhere.
BOUNDED = frozenset({"sqrt", "acos", "asin", "atanh", "acosh", "pow_tensor", "pow_scalar"})
NORMALIZED = frozenset({"softmax", "log_softmax", "logsumexp"})
DIVISIONS = frozenset({"div", "div_mode", "reciprocal", "rsqrt", "addcdiv", "remainder_number"})


@dataclass(frozen=True, slots=True)
class Birth:
    """The first number of a chain: what gave it, at which entry of how many, and by which rule.

    `formula` is what was computed with the numbers of that entry, as `log(0)`; empty if they are
    not known. `index` is empty for a value of one entry, and None if the places are not known.
    """

    odd: str
    op: str
    formula: str
    index: tuple[int, ...] | None
    count: int
    size: int
    dtype: str
    rule: str


def birth_of(reading: Reading, chain: Chain) -> Birth:
    """Return how the first number of a chain came to be."""
    event = reading.events[chain.at]
    if chain.is_backward and event["kind"] == "flow":
        return of_flow(reading, chain, event)
    if event["kind"] == "op":
        told: Value = next((out for out in event["outputs"] if out["tensor"] == chain.tensor),
                           event["outputs"][0])["value"]
    else:
        told = event["value"] if "value" in event else event["after"]
    value = reading.whole(told) or told
    at, odd = place_of(value)
    op = event["op"] if event["kind"] == "op" else ""
    x, y = operands(reading, event, at, chain.at) if op else (None, None)
    formula = "" if at is None else written(op, x, y, event)
    rule = "given" if chain.is_given else rule_of(reading, op, x, y, odd, event, chain.at)
    return Birth(odd, op, formula, at, odd_count(value), size(value), value["dtype"], rule)


def place_of(value: Value) -> tuple[tuple[int, ...] | None, str]:
    """Return the first entry of the worst number of a value, and that number."""
    odd = worst(value) or "inf"
    places = odd_entries(value, odd)
    return (index(value, places[0]) if places else None), odd


def operands(reading: Reading, event: Event, at: tuple[int, ...] | None,
             now: int) -> tuple[float | None, float | None]:
    """Return the numbers that an op worked with for an entry of its result."""
    if at is None:
        return None, None
    found: list[float | None] = []
    for x in event["inputs"][:2]:
        if "tensor" in x:
            found.append(entry(value_before(reading, x["tensor"], now), at))
        else:
            told = x["number"]
            found.append(float(told) if isinstance(told, (int, float)) or told in (
                "inf", "-inf", "nan") else None)
    if event["op"] == "pow_scalar":
        told = event["params"]["exponent"]
        found.append(float(told) if isinstance(told, (int, float)) else None)
    found += [None, None]
    return found[0], found[1]


def written(op: str, x: float | None, y: float | None, event: Event) -> str:
    """Return what was computed for an entry: `log(0)`, `1 / 0`."""
    if x is None:
        return ""
    if op in OF_ONE:
        return f"1 / {of_sign(x)}" if op == "reciprocal" else f"{op}({shown(x)})"
    if op == "pow_base":
        base = event["params"].get("base")
        return f"{shown(base)} ** {of_sign(x)}" if isinstance(base, (int, float)) else ""
    if op == "pow_scalar" and y is not None:
        return f"{of_sign(x)} ** {of_sign(y)}"
    if op in BETWEEN and y is not None:
        return f"{of_sign(x)} {BETWEEN[op]} {of_sign(y)}"
    return ""


def of_sign(x: float) -> str:
    """Return a number as a formula has it, in brackets if it has a sign."""
    return f"({shown(x)})" if x < 0 else shown(x)


def rule_of(reading: Reading, op: str, x: float | None, y: float | None, odd: str, event: Event,
            now: int) -> str:
    """Return by which rule an op gave a number that is not finite."""
    if op in LOGS:
        return "log"
    if op in DIVISIONS:
        return "tiny" if y not in (None, 0.0) and op == "div" and odd != "nan" else "division"
    if op in BOUNDED and odd == "nan":
        return "domain"
    if op == "pow_scalar" and x == 0:
        return "division"
    if op in ("std", "var", "std_mean", "var_mean"):
        return "deviation" if odd == "nan" else "range"
    if op in ("mean", "mean_dim", "nll_loss", "nll_loss_nd") and odd == "nan":
        return "empty"
    inputs = event.get("inputs")  # a write has none
    first = inputs[0].get("tensor") if inputs else None
    given = value_before(reading, first, now)
    if op in NORMALIZED and given is not None and worst(given) == "-inf":
        return "row"
    if odd == "nan":
        return "undefined"
    return "exp" if op in ("exp", "expm1", "exp2", "cosh", "sinh", "pow_base") else "range"


# -- backward -------------------------------------------------------------------------------------


def of_flow(reading: Reading, chain: Chain, event: Event) -> Birth:
    """Return how a derivative gave what is not finite, though the gradient that came in was."""
    value = reading.whole(event["value"]) or event["value"]
    if worst(value) is None:
        value = reading.whole(event["sum"]) or value
    at, odd = place_of(value)
    made = reading.once(Spread).node(chain.node)
    op = made["op"] if made is not None else ""
    came = came_to(reading, chain.node, chain.at)
    formula = "" if made is None or at is None else slope(reading, made, event, at, came)
    grad = None if at is None or came is None else entry(came, at)
    rule = "zero-times" if odd == "nan" and grad == 0 else "slope"
    if op in ("mul", "matmul", "mm", "sum", "add", "linear", "addmm") or op.startswith("pow") and (
            "/" not in formula and "nan" != odd):
        rule = "range"
    return Birth(odd, op, formula, at, odd_count(value), size(value), value["dtype"], rule)


def came_to(reading: Reading, node: str | None, at: int) -> Value | None:
    """Return the gradient that had come to a node when it ran last before event `at`."""
    for i in range(at, -1, -1):
        event = reading.events[i]
        if event["kind"] == "run" and event["node"] == node:
            return reading.whole(next((grad for grad in event["grads"] if grad), None))
    return None


def slope(reading: Reading, made: Event, event: Event, at: tuple[int, ...],
          came: Value | None) -> str:
    """Return a derivative with the numbers of an entry: `0 / (2 × sqrt(0))`; empty if not known."""
    g = None if came is None else entry(came, at)
    now = reading.maker.get(made["outputs"][0]["tensor"], 0)
    first = made["inputs"][0].get("tensor") if made["inputs"] else None
    x = entry(value_before(reading, first, now), at)
    op = made["op"]
    if g is None or x is None:
        return ""
    if op == "sqrt":
        return f"{of_sign(g)} / (2 × sqrt({shown(x)}))"
    if op == "log":
        return f"{of_sign(g)} / {of_sign(x)}"
    if op == "div" and event["edge"] == 0:
        y = operands(reading, made, at, now)[1]
        return "" if y is None else f"{of_sign(g)} / {of_sign(y)}"
    if op == "mul":
        y = operands(reading, made, at, now)[1 - event["edge"]]
        return "" if y is None else f"{of_sign(g)} × {of_sign(y)}"
    if op == "pow_scalar" and isinstance(made["params"]["exponent"], (int, float)):
        n = made["params"]["exponent"]
        return f"{of_sign(g)} × {shown(n)} × {of_sign(x)} ** {of_sign(n - 1)}"
    return ""
