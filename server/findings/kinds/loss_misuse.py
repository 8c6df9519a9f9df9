"""`loss-misuse`: a loss is given what it does not expect: probabilities for scores, or scores."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from server.document.finding import Bilingual, Edit, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.program import Program, called
from server.findings.reading import Event, Reading

# Ops that give the same numbers another shape.
RESHAPING = frozenset({"view", "reshape", "squeeze", "squeeze_dim", "unsqueeze", "_unsafe_view"})
# What a loss takes of its input itself, and what must not have been taken before.
DOUBLED = {"log_softmax": "softmax", "binary_cross_entropy_with_logits": "sigmoid"}
# A log-probability is at most 0, but for rounding.
MOST_LOG = 1e-4


def find(reading: Reading) -> Iterator[Finding]:
    """Yield one finding for each line of a loss that is given the wrong kind of numbers."""
    told: set[tuple[str, int | None]] = set()
    for op in (*DOUBLED, "nll_loss"):
        for at in reading.ops.get(op, ()):
            event = reading.events[at]
            key = op, event["line"]
            words = None if key in told else said_of(reading, event)
            if words is None:
                continue
            told.add(key)
            given = reading.source(event, "self")
            made = event if given is None else reading.made_by(given) or event
            yield Finding(
                "loss-misuse", "mistake", at, event["line"], other_lines(event, made),
                () if event["node"] is None else (event["node"]["id"],),
                () if given is None else (given,),
                () if given is None else reading.named([given]), words,
                fixes_of(reading, event, given))


def other_lines(event: Event, made: Event) -> tuple[int, ...]:
    """Return the line of what made the input, if it is another one."""
    return () if made["line"] in (None, event["line"]) else (made["line"],)


def said_of(reading: Reading, event: Event) -> Bilingual | None:
    """Return what is wrong with the input of a loss; None if nothing is."""
    given = reading.source(event, "self")
    if given is None or event["during"] is not None:
        return None
    if event["op"] == "nll_loss":
        return said_of_scores(reading, event, given)
    made = origin(reading, given)
    if made is None or made["op"] != DOUBLED[event["op"]]:
        return None
    return said_of_softmax(event, made) if made["op"] == "softmax" else said_of_sigmoid(event, made)


def origin(reading: Reading, tensor: str) -> Event | None:
    """Return the op whose numbers a tensor has, through ops that only reshape them."""
    made = reading.made_by(tensor)
    while made is not None and made["op"] in RESHAPING:
        source = reading.source(made, "self")
        made = None if source is None else reading.made_by(source)
    return made


def said_of_softmax(event: Event, made: Event) -> Bilingual:
    """A softmax of a softmax: the loss has a floor."""
    shape = event["outputs"][0]["value"]["shape"]
    classes = shape[event["params"].get("dim", -1)] if shape else 1
    floor = f"{math.log(1 + (classes - 1) / math.e):.2f}"
    return both(
        ("Softmax is taken twice",
         f"log_softmax{on_line(event['line'])} is taken of what softmax{on_line(made['line'])} "
         "returned.",
         "cross_entropy takes log_softmax of its input itself. Probabilities differ by 1 at most, "
         f"so for {classes} classes such a loss never falls below {floor}.",
         "Leave out the softmax: cross_entropy expects the scores before it."),
        ("softmax 做了两次",
         f"{at_line(event['line'])}的 log_softmax 的输入是"
         f"{at_line(made['line'])}的 softmax 的结果。",
         "cross_entropy 自己会对输入做 log_softmax。概率之间最多相差 1，"
         f"所以 {classes} 个类别时这样的损失不会低于 {floor}。",
         "去掉 softmax：cross_entropy 要的是它之前的分数。"))


def said_of_sigmoid(event: Event, made: Event) -> Bilingual:
    """A sigmoid of a sigmoid."""
    return both(
        ("Sigmoid is taken twice",
         f"binary_cross_entropy_with_logits{on_line(event['line'])} takes the sigmoid of what "
         f"sigmoid{on_line(made['line'])} returned.",
         "The loss takes the sigmoid of its input itself. The sigmoid of a probability lies "
         "between 0.5 and 0.73, so the loss cannot come near 0.",
         "Leave out the sigmoid, or use binary_cross_entropy, which expects probabilities."),
        ("sigmoid 做了两次",
         f"{at_line(event['line'])}的 binary_cross_entropy_with_logits 对{at_line(made['line'])}的 "
         "sigmoid 的结果又取 sigmoid。",
         "这个损失自己会对输入取 sigmoid。概率的 sigmoid 在 0.5 与 0.73 之间，"
         "所以损失到不了 0 附近。",
         "去掉 sigmoid，或者改用 binary_cross_entropy，它要的就是概率。"))


def said_of_scores(reading: Reading, event: Event, given: str) -> Bilingual | None:
    """nll_loss of numbers above 0, which are no logarithms of probabilities."""
    most = largest(reading.tensors[given].value) if given in reading.tensors else None
    if most is None or most <= MOST_LOG:
        return None
    return both(
        ("nll_loss expects log-probabilities",
         f"The largest entry that nll_loss{on_line(event['line'])} is given is {most:.4g}.",
         "The logarithm of a probability is never above 0. nll_loss takes no logarithm itself: it "
         "picks an entry of each row and changes its sign.",
         "Give it log_softmax of the scores, or use cross_entropy, which takes that itself."),
        ("nll_loss 要的是概率的对数",
         f"{at_line(event['line'])}的 nll_loss 得到的最大元素是 {most:.4g}。",
         "概率的对数不会大于 0。nll_loss 自己不取对数：它只取出每行的一个元素，再变号。",
         "给它分数的 log_softmax，或者改用 cross_entropy，它自己会取。"))


def largest(value: Event) -> float | None:
    """Return the largest entry of a value; None if it has none that is a number."""
    entries = value["data"] if "data" in value else [value["stats"]["max"]]
    numbers = [entry for entry in entries if isinstance(entry, (int, float))]
    return max(numbers, default=None)


def fixes_of(reading: Reading, event: Event, given: str | None) -> tuple[Fix, ...]:
    """Return the changes that give a loss what it expects."""
    if given is None:
        return ()
    program, made = reading.program, origin(reading, given)
    if event["op"] == "nll_loss":
        return fixes_of_scores(program, event, made)
    if made is None:
        return ()
    found = [] if is_used_elsewhere(reading, made, event) else left_out(program, made)
    if event["op"] == "log_softmax":
        return tuple(found or logarithm_taken(program, event))
    return (*renamed(program, event["line"], BCE), *found)


# Loss functions and their modules, and what takes probabilities, or scores, in their place.
BCE = {"binary_cross_entropy_with_logits": "binary_cross_entropy", "BCEWithLogitsLoss": "BCELoss"}
NLL = {"nll_loss": "cross_entropy", "NLLLoss": "CrossEntropyLoss"}
LOG = {"softmax": "log_softmax", "Softmax": "LogSoftmax"}
# Ops that say the same of probabilities as of the scores before them.
ORDERING = frozenset({"argmax", "argmin", "max_dim", "topk", "sort"})


def fixes_of_scores(program: Program, event: Event, made: Event | None) -> tuple[Fix, ...]:
    """Take the logarithm of probabilities, or the loss that takes scores."""
    if made is None or made["op"] != "softmax":
        return renamed(program, event["line"], NLL)
    return renamed(program, made["line"], LOG)


def is_used_elsewhere(reading: Reading, made: Event, loss: Event) -> bool:
    """Whether the program computes with probabilities besides the loss, but for their order."""
    ours = {out["tensor"] for out in made["outputs"]}
    for event in reading.events:
        if event["kind"] != "op" or event is loss or event["op"] in ORDERING:
            continue
        if any(x.get("tensor") in ours for x in event["inputs"]):
            if event["op"] not in RESHAPING:
                return True
            ours.update(out["tensor"] for out in event["outputs"])
    return False


def left_out(program: Program, made: Event) -> list[Fix]:
    """Return the change that leaves out the call that made probabilities."""
    name = made["op"]
    calls = program.calls_at(made["line"], name)
    fix = Fix(f"leave out the {name}", f"去掉 {name}", ())
    if len(calls) == 1:
        function, arguments = calls[0].func, calls[0].args
        on_tensor = isinstance(function, ast.Attribute) and not is_library(program, function.value)
        kept: ast.expr | None = function.value if on_tensor else arguments[0] if arguments else None
        if kept is None:
            return []
        return [Fix(fix.en, fix.zh, (program.replaced(calls[0], grouped(program, kept)),))]
    layer = only_call(program, name.capitalize())
    if calls or layer is None:
        return []
    path = program.text(layer.func).removesuffix(name.capitalize())
    identity = program.replaced(layer, f"{path}Identity()")
    return [Fix(f"put {path}Identity() in place of the {name}",
                f"用 {path}Identity() 代替 {name}", (identity,))] if path else []


def is_library(program: Program, node: ast.expr) -> bool:
    """Whether an expression is a path that begins with something imported: `torch.special`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    names = {alias.asname or alias.name.partition(".")[0] for each in ast.walk(program.tree)
             if isinstance(each, (ast.Import, ast.ImportFrom)) for alias in each.names}
    return isinstance(node, ast.Name) and node.id in names


def grouped(program: Program, node: ast.expr) -> str:
    """Return an expression that may stand anywhere, in parentheses where it needs them."""
    text = program.text(node)
    is_plain = isinstance(node, (ast.Name, ast.Call, ast.Attribute, ast.Subscript))
    return text if is_plain else f"({text})"


def only_call(program: Program, name: str) -> ast.Call | None:
    """Return the only call of that name in the program; None if there is none or several."""
    calls = [node for node in ast.walk(program.tree)
             if isinstance(node, ast.Call) and called(node) == name]
    return calls[0] if len(calls) == 1 else None


def renamed(program: Program, line: int | None, names: dict[str, str]) -> tuple[Fix, ...]:
    """Return the change that calls another function, or makes another module, in its place."""
    (function, other), (module, layer) = names.items()
    calls = program.calls_at(line, function)
    made = calls[0] if len(calls) == 1 else None if calls else only_call(program, module)
    if made is None or not isinstance(made.func, ast.Attribute):
        return ()
    new = other if calls else layer
    whole = f"{program.text(made.func.value)}.{new}"
    return (Fix(f"use {new} instead", f"改用 {new}", (program.replaced(made.func, whole),)),)


def logarithm_taken(program: Program, event: Event) -> list[Fix]:
    """Return the change to a loss that takes the logarithm of probabilities, which are used."""
    calls = program.calls_at(event["line"], "cross_entropy")
    if len(calls) != 1 or len(calls[0].args) != 2 or calls[0].keywords:
        return []
    (call,) = calls
    if not isinstance(call.func, ast.Attribute):
        return []
    edits: tuple[Edit, ...] = (
        program.replaced(call.func, f"{program.text(call.func.value)}.nll_loss"),
        program.replaced(call.args[0], f"{grouped(program, call.args[0])}.log()"))
    return [Fix("take nll_loss of the logarithm of the probabilities",
                "对概率的对数用 nll_loss", edits)]


DIAGNOSIS = Diagnosis("loss-misuse", find)
