"""Programs that between them make every kind of event in every variant, and what a variant is."""

START = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\n"
LARGE = "w = torch.full((3, 5), 0.5, requires_grad=True)\n"

# As many events as a tape of these programs holds.
TAPE = 200

PROGRAMS = {
    "a product": START + "k = torch.tensor(3.0)\ny = (x * k).sum()\ny.backward()\nprint(x.grad)\n",
    "a diamond": (
        "import torch\nx = torch.tensor(2.0, requires_grad=True)\ny = x * 3\n"
        "c = y * 2 + y * 5\nc.backward(retain_graph=True)\nc.backward()\nx.grad\n"
    ),
    "three paths": START + "y = x * 2\n(y + y * y + y.exp()).sum().backward()\n",
    "resets": START + (
        "x.sum().backward()\nx.grad.zero_()\nx.grad = None\nx.sum().backward()\n"
        "x.grad = torch.full((2,), 3.0)\nx.grad.mul_(2)\no = torch.optim.SGD([x], lr=0.1)\n"
        "o.step()\no.zero_grad()\n"
    ),
    "large": "import torch\n" + LARGE + (
        "v = torch.ones(5)\n(w @ v).sum().backward()\n(w * w).sum().backward()\n"
        "o = torch.optim.SGD([w], lr=0.1)\no.step()\nw.grad = torch.ones(3, 5)\n"
        "w.grad.mul_(2)\no.zero_grad()\n"
        "with torch.no_grad():\n    w.mul_(2)\n    w[0].zero_()\nw.data = torch.zeros(3, 5)\n"
        "t = torch.ones(2, 3, 4)\ne = torch.ones(0)\n"
    ),
    "modes": START + (
        "with torch.no_grad():\n    a = x * 2\n    x.mul_(3)\n    x.data = torch.zeros(2)\n"
        "d = (x * 2).detach()\nf = a.detach()\na.requires_grad_()\na.requires_grad_(False)\n"
        "torch.ones(2) * 2\nb = torch.zeros(2)\nb += 1\nc = torch.zeros(2)\n"
        "c[0] = 5.0\nv = c[:1]\nv.zero_()\n"
    ),
    "kept": START + "y = x * 2\ny.retain_grad()\ny.sum().backward()\n",
    "hooks": START + LARGE + (
        "x.register_hook(lambda g: g * 2)\n"
        "def look(grad):\n    pass\nw.register_hook(look)\n"
        "def double(grad):\n    return grad * 2\nw.register_hook(double)\n"
        "(x.sum() * w).sum().backward()\n"
    ),
    "hooks of nodes": START + (
        "y = x * 2\ny.grad_fn.register_prehook(lambda came: None)\n"
        "def twice(went, came):\n    return tuple(None if g is None else g * 2 for g in went)\n"
        "y.grad_fn.register_hook(twice)\n"
        "x.register_post_accumulate_grad_hook(lambda t: None)\ny[0].backward()\n"
    ),
    "answers": START + (
        "y = (x ** 2).sum()\ng, = torch.autograd.grad(y, x, create_graph=True)\n"
        "h, = torch.autograd.grad(g.sum(), x)\n"
    ),
    "two roots": START + "a = x.sum()\nb = x.prod()\ntorch.autograd.backward([a, b])\n",
    "a seed": START + "y = x * 2\ny.backward(torch.tensor([1.0, 10.0]))\n",
    "parameters": "import torch\nn = torch.nn.Linear(2, 1)\nn(torch.ones(1, 2)).sum().backward()\n",
    "a full tape": START + f"for _ in range({TAPE}):\n    x = x * 1\nprint('on')\n",
    "calls": START + (
        "def double(x):\n    y = x * 2\n    return y\n"
        "def numbers():\n    yield 1\n"
        "def wrong():\n    raise ValueError('no')\n"
        "z = double(x)\nfew = [double(z) for _ in range(2)]\nhalf = lambda t: t / 2\n"
        "half(z)\nfor n in numbers():\n    del n\n"
        "try:\n    wrong()\nexcept ValueError:\n    x * 1\n"
    ),
    "a warning": START + "y = x * 2\ny.sum().backward()\ny.grad\n",
    "an error that is known": START + "y = x * 2\ny.backward()\n",
    "an error that is not": START + "print(unknown)\n",
}


def is_large(value):
    """Whether a value is too large to be said in numbers."""
    return value is not None and len(value.get("data") or range(99)) > 6


def size(value):
    return "in words" if is_large(value) else "in numbers"


def of_op(event):
    if event["node"]:
        return "on the tape, saving" if event["saved"] else "on the tape"
    return "not on the tape, nothing asks" if event["grad_mode"] else "not on the tape, mode is off"


def of_leaf(event):
    if event["grad_of"]:
        return "a gradient that is read"
    kind = "parameter" if event["parameter"] else "leaf" if event["requires_grad"] else "tensor"
    shape = len(event["value"]["shape"]) if is_large(event["value"]) else "numbers"
    return f"{kind}, {shape if 0 not in event['value']['shape'] else 'empty'}"


def of_mode(event, events):
    details = {"grad_mode": "enabled", "requires_grad_": "requires_grad"}
    detail = details.get(event["what"])
    if event["what"] == "detach":
        cut = any(e["kind"] == "op" and e["node"] and e["outputs"][0]["tensor"] == event["of"]
                  for e in events)
        return f"detach {'cuts' if cut else 'shares'}"
    return event["what"] if detail is None else f"{event['what']} {event[detail]}"


def of_backward(event):
    if event["phase"] == "begin":
        return f"{event['api']} begins at {len(event['roots'])}"
    return f"ends with {len(event['results'])} results"


def of_flow(event):
    waits = event["needed"] - event["arrived"]
    return f"{size(event['value'])}, {waits} to wait for" if waits < 2 else "several to wait for"


def of_run(event, events):
    """How many gradients came to the node in this call."""
    begin = max(i for i, e in enumerate(events) if e.get("phase") == "begin")
    came = sum(e["kind"] == "flow" and e["to"] == event["node"] for e in events[begin:])
    grad = size(next((grad for grad in event["grads"] if grad), None))
    return f"{grad}, {came if came < 3 else 'several'} came"


def of_grad(event):
    end = "None" if event["after"] is None else size(event["after"])
    first = " first" if event["before"] is None else ""
    return f"{event['by']}{first}, {end}"


def of_write(event):
    known = event["by"] in ("step", "data")
    through = ", through another" if event["via"] else ""
    return f"{event['by'] if known else 'in place'}{through}, {size(event['value'])}"


def of_hook(event):
    changed = event["after"] is not None and event["after"] != event["before"]
    return f"{event['where']} {'changes' if changed else 'looks'}, {size(event['before'])}"


VARIANTS = {
    "op": of_op, "leaf": of_leaf, "backward": of_backward, "flow": of_flow,
    "grad": of_grad, "write": of_write, "hook": of_hook,
    "enter": lambda event: event["of"], "leave": lambda event: event["how"],
    "value": lambda event: "unbound" if event["text"] is None else "bound",
    "print": lambda event: event["how"], "fail": lambda event: event["type"],
}  # fmt: skip


def variant(events):
    """The kind of the last of some events, and what its sentence depends on."""
    event = events[-1]
    of = {"run": of_run, "mode": of_mode}.get(event["kind"])
    more = of(event, events) if of else VARIANTS.get(event["kind"], lambda event: "")(event)
    return f"{event['kind']}: {more}" if more else event["kind"]
