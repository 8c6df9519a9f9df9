"""Texts that would be markup or script if anybody took them for it, in every place of a run."""

import json

# Each way by which a text becomes more than a text, in one.
EVIL = (
    "</script></title></textarea>\"'><img src=x onerror=\"window.evil=1\"><b class=evil>b</b>"
    "<svg onload='window.evil=1'><script>window.evil=1</script>{{7*7}}${window.evil=1}"
)
# What a formula may ask KaTeX for, were it trusted.
EVIL_TEX = (
    r"\href{javascript:window.evil=1}{x} \url{javascript:window.evil=1} "
    r"\htmlClass{evil}{x} \includegraphics{x} \text{" + EVIL.replace("$", r"\$") + "}"
)

# An honest run with the text in each place that a program can put one.
CODE = f'''"""{EVIL.replace('"', "'")}"""
import torch
import warnings

EVIL = {EVIL!r}


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    def backward(ctx, grad):
        return 2 * grad


def seen(grad):
    return grad


Twice.__name__ = Twice.__qualname__ = seen.__name__ = EVIL
held = {{EVIL: torch.tensor([1.0, 2.0], requires_grad=True)}}
net = torch.nn.Linear(2, 1)
net.__class__ = type(EVIL, (torch.nn.Linear,), {{}})
made = Twice.apply(held[EVIL])
made.register_hook(seen)
net(made).sum().backward()
print(EVIL)
warnings.warn(EVIL)
EVIL
raise type(EVIL, (Exception,), {{}})(EVIL)
'''

_VALUE = {"shape": [2], "dtype": EVIL, "data": [1.0, 2.0]}
# A tape that no recorder wrote: every text in it is hostile, and its form is right.
_EVENTS = [
    {"kind": "leaf", "tensor": "t901", "value": _VALUE, "requires_grad": True,
     "accumulate": "n901", "parameter": False, "grad_of": None, "line": 2},
    {"kind": "name", "tensor": "t901", "name": EVIL, "frame": 0, "line": 2},
    {"kind": "op", "op": EVIL, "params": {EVIL: EVIL}, "grad_mode": True,
     "inputs": [{"slot": EVIL, "tensor": "t901"}, {"slot": EVIL, "number": EVIL}],
     "outputs": [{"tensor": "t902", "value": _VALUE, "requires_grad": True, "view_of": None}],
     "node": {"id": "n902", "name": EVIL, "edges": [{"slot": EVIL, "to": "n901", "nr": 0}]},
     "saved": [{"name": EVIL, "tensor": "t901", "version": 0, "bytes": 8}],
     "during": None, "scope": [EVIL], "calls": [1], "line": 3},
    {"kind": "name", "tensor": "t902", "name": f"{EVIL}2", "frame": 0, "line": 3},
    {"kind": "value", "frame": 0, "name": f"{EVIL}3", "type": EVIL, "text": EVIL, "line": 3},
    {"kind": "enter", "frame": 1, "of": "function", "name": EVIL, "caller": 0, "from": 3,
     "line": 3},
    {"kind": "name", "tensor": "t901", "name": EVIL, "frame": 1, "line": 3},
    {"kind": "mode", "what": "convert", "tensor": "t902", "by": EVIL, "to": None, "line": 3},
    {"kind": "leave", "frame": 1, "how": "return", "result": EVIL, "line": 3},
    {"kind": "write", "tensor": "t901", "version": 1, "value": _VALUE, "by": EVIL, "via": None,
     "line": 4},
    {"kind": "backward", "phase": "begin", "call": 901, "api": "backward", "within": None,
     "retain_graph": False,
     "roots": [{"tensor": "t902", "node": "n902", "nr": 0, "seed": _VALUE}],
     "create_graph": False, "inputs": None, "line": 5},
    {"kind": "hook", "where": "tensor", "node": None, "tensor": "t902", "name": EVIL,
     "before": _VALUE, "after": _VALUE},
    {"kind": "run", "node": "n902", "grads": [_VALUE]},
    {"kind": "flow", "node": "n902", "edge": 0, "to": "n901", "nr": 0, "value": _VALUE,
     "sum": _VALUE, "arrived": 1, "needed": 1},
    {"kind": "grad", "tensor": "t901", "node": "n901", "before": None, "added": _VALUE,
     "after": _VALUE, "by": "accumulate", "call": 901, "line": 5},
    {"kind": "backward", "phase": "end", "call": 901, "failed": False, "results": [], "line": 5},
    {"kind": "print", "text": EVIL, "how": "print", "line": 6},
    {"kind": "fail", "type": EVIL, "message": EVIL, "line": 6, "traceback": [EVIL],
     "blame": {"nodes": ["n902"], "tensors": ["t901"]}},
]  # fmt: skip
_OPS = {EVIL: {"node": EVIL, "outputs": [EVIL], "forward": EVIL_TEX, "gradients": {EVIL: EVIL_TEX}}}
_FRAMES = [
    ("T", json.dumps({"events": _EVENTS, "ops": _OPS})),
    ("E", json.dumps({"kind": "failed", "limit": None, "line": None, "status": None})),
]

# The same by a run that writes into its own channel, past the recorder.
FORGED = f'''# A tape that nobody recorded.
import os, struct

for kind, text in {_FRAMES!r}:
    data = text.encode()
    data = struct.pack(">cI", kind.encode(), len(data)) + data
    for number in range(3, 16):
        try:
            os.write(number, data)
            break
        except OSError:
            pass
os._exit(0)
'''
