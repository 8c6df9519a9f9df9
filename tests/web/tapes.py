"""Event lists made by hand: `TapeWriter` writes a tape as the engine would."""

from itertools import count

SLOTS = ["self", "other", "third", "fourth"]
NAMES = {
    "mul": "MulBackward0",
    "add": "AddBackward0",
    "sub": "SubBackward0",
    "relu": "ReluBackward0",
}


def number(value=1.0, shape=()):
    """A value of the run document, every entry the same."""
    size = 1
    for n in shape:
        size *= n
    return {"shape": list(shape), "dtype": "float32", "data": [value] * size}


class TapeWriter:
    """Writes events one after another; tensors are their ids."""

    def __init__(self):
        self.events = []
        self.grad_mode = True
        self.tensors, self.nodes, self.calls = count(), count(), count(1)
        self.maker = {}  # tensor -> node that a gradient of it goes to
        self.output_nr = {}  # of an op with several outputs
        self.accumulators = {}
        self.shapes = {}

    def say(self, kind, **fields):
        self.events.append({"kind": kind, **fields})

    def name(self, tensor, name):
        if name:
            self.say("name", tensor=tensor, name=name, frame=0, line=None)
        return tensor

    def leaf(self, name="", requires_grad=False, shape=()):
        tensor = f"t{next(self.tensors)}"
        self.shapes[tensor] = shape
        accumulate = None
        if requires_grad:
            accumulate = self.maker[tensor] = f"n{next(self.nodes)}"
            self.accumulators[tensor] = accumulate
        self.say(
            "leaf",
            tensor=tensor,
            value=number(shape=shape),
            requires_grad=requires_grad,
            accumulate=accumulate,
            parameter=False,
            grad_of=None,
            line=None,
        )
        return self.name(tensor, name)

    def op(
        self, op, *inputs, name="", shape=None, saved=0, into=None, view_of=None, during=None,
        slot=None, scope=(), calls=None,
    ):  # fmt: skip
        """An op over tensors; `into` is what it writes in place, `slot` the one of all inputs.

        Where no `calls` are given, each label of `scope` stands for one call.
        """
        tensor = into or f"t{next(self.tensors)}"
        shape = self.shapes[inputs[0]] if shape is None else shape
        self.shapes[tensor] = shape
        slots = [slot] * len(inputs) if slot else SLOTS
        taken = [{"slot": each, "tensor": x} for each, x in zip(slots, inputs, strict=False)]
        node = self.node(op, tensor, taken)
        value = number(shape=shape)
        made = {"tensor": tensor, "value": value, "view_of": view_of}
        kept = [{"name": slot, "tensor": inputs[0], "version": 0, "bytes": 4} for slot in SLOTS]
        self.say(
            "op", op=op, params={}, node=node, grad_mode=self.grad_mode, during=during,
            scope=list(scope), calls=list(calls or [1] * len(scope)), line=None, inputs=taken,
            saved=kept[:saved] if node else [],
            outputs=[made | {"requires_grad": tensor in self.maker}],
        )  # fmt: skip
        if into:
            self.say(
                "write", tensor=tensor, version=1, value=value, by=op, via=None, line=None
            )  # fmt: skip
        return self.name(tensor, name)

    def split(self, tensor, names):
        """An op with an output for each name; a name may be empty."""
        taken = [{"slot": "self", "tensor": tensor}]
        outputs = [f"t{next(self.tensors)}" for _ in names]
        node = self.node("split", outputs[0], taken)
        for nr, output in enumerate(outputs):
            self.shapes[output] = self.shapes[tensor]
            if node:
                self.maker[output], self.output_nr[output] = node["id"], nr
        made = {"value": number(shape=self.shapes[tensor]), "view_of": None,
                "requires_grad": node is not None}  # fmt: skip
        self.say(
            "op", op="split", params={}, node=node, grad_mode=self.grad_mode, during=None,
            scope=[], calls=[], line=None, inputs=taken, saved=[],
            outputs=[{"tensor": output} | made for output in outputs],
        )  # fmt: skip
        return [self.name(*each) for each in zip(outputs, names, strict=True)]

    def node(self, op, tensor, taken):
        """The grad_fn of a result, or None where nothing asks for one."""
        if not self.grad_mode or not any(x["tensor"] in self.maker for x in taken):
            return None
        edges = [
            {"slot": x["slot"], "to": self.maker.get(x["tensor"]),
             "nr": self.output_nr.get(x["tensor"], 0)}
            for x in taken
        ]  # fmt: skip
        self.maker[tensor] = f"n{next(self.nodes)}"
        title = NAMES.get(op, op.title() + "Backward0")
        return {"id": self.maker[tensor], "name": title, "edges": edges}

    def detach(self, tensor, name=""):
        made = f"t{next(self.tensors)}"
        self.shapes[made] = self.shapes[tensor]
        self.say("mode", what="detach", tensor=made, of=tensor, line=None)
        return self.name(made, name)

    def requires_grad_(self, tensor):
        accumulate = self.maker[tensor] = f"n{next(self.nodes)}"
        self.say(
            "mode",
            what="requires_grad_",
            tensor=tensor,
            requires_grad=True,
            accumulate=accumulate,
            line=None,
        )

    def enable_grad(self, enabled):
        self.grad_mode = enabled
        by = "enable_grad" if enabled else "no_grad"
        self.say("mode", what="grad_mode", enabled=enabled, by=by, within=None, line=None)

    def begin(self, root):
        call = next(self.calls)
        seed = number(shape=self.shapes[root])
        self.say(
            "backward",
            phase="begin",
            call=call,
            api="backward",
            within=None,
            retain_graph=False,
            roots=[{"tensor": root, "node": self.maker[root],
                    "nr": self.output_nr.get(root, 0), "seed": seed}],
            create_graph=False,
            inputs=None,
            line=None,
        )
        return call

    def backward(self, root):
        call = self.begin(root)
        self.say("run", node=self.maker[root], grads=[number(shape=self.shapes[root])])
        self.say("backward", phase="end", call=call, failed=False, results=[], line=None)

    def zero_grad(self, tensor):
        self.say(
            "grad",
            tensor=tensor,
            node=None,
            before=number(),
            added=None,
            after=None,
            by="zero_grad",
            call=None,
            line=None,
        )

    def print(self, text):
        self.say("print", text=text, how="print", line=None)

    def fail(self):
        self.say(
            "fail",
            type="RuntimeError",
            message="Trying to backward ...",
            line=None,
            blame={"nodes": [], "tensors": []},
            traceback=[],
        )


def diamond():
    """x goes two ways and meets itself: each way is an op of its own."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    a, b = tape.op("relu", x, name="a", saved=1), tape.op("exp", x, name="b", saved=1)
    tape.backward(tape.op("mul", a, b, name="y", saved=2))
    return tape.events


def square():
    """y = x * x."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    tape.backward(tape.op("mul", x, x, name="y", saved=2))
    return tape.events


def accumulation():
    """Two backwards of one graph, a zeroing, and a third."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True, shape=(3,))
    two = tape.leaf()
    y = tape.op("mul", x, two, name="y", saved=1)
    tape.backward(y)
    tape.print("tensor([2.])")
    tape.backward(y)
    tape.zero_grad(x)
    tape.backward(y)
    return tape.events


def training(steps=3):
    """A loop of forward, backward, update by hand under no_grad, zeroing."""
    tape = TapeWriter()
    x, t = tape.leaf("x", shape=(4, 2)), tape.leaf("t", shape=(4, 1))
    w = tape.leaf("w", requires_grad=True, shape=(2, 1))
    b = tape.leaf("b", requires_grad=True, shape=(1,))
    for _ in range(steps):
        h = tape.op("matmul", x, w, shape=(4, 1), saved=1)
        p = tape.op("add", h, b, name="pred")
        e = tape.op("sub", p, t)
        s = tape.op("mul", e, e, saved=2)
        tape.backward(tape.op("mean", s, name="loss", shape=()))
        tape.enable_grad(False)
        for parameter in (w, b):
            gradient = tape.leaf(shape=tape.shapes[parameter])
            scaled = tape.op("mul", gradient)
            tape.op("sub_", parameter, scaled, into=parameter)
        tape.enable_grad(True)
        tape.zero_grad(w)
        tape.print("loss")
    return tape.events


def detached():
    """A branch cut off by detach, another by no_grad."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("exp", x, name="y", saved=1)
    d = tape.detach(y, "d")
    z = tape.op("mul", y, d, name="z", saved=1)
    tape.enable_grad(False)
    tape.op("mul", x, y, name="quiet")
    tape.enable_grad(True)
    tape.backward(z)
    return tape.events


def untracked():
    """No gradient anywhere."""
    tape = TapeWriter()
    a = tape.leaf("a", shape=(2, 2))
    b = tape.op("mul", a, name="b")
    tape.op("sub", tape.op("add", a, b), b)
    return tape.events


def failing():
    """A second backward through freed buffers."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("mul", x, x, name="y", saved=2)
    tape.backward(y)
    tape.begin(y)
    tape.fail()
    return tape.events


STORIES = {
    f.__name__: f for f in (diamond, square, accumulation, training, detached, untracked, failing)
}
