# Saved tensor hooks entered and left while a backward runs: they last no longer than its node
import torch
from torch.autograd.graph import (
    saved_tensors_hooks as hooks,
    disable_saved_tensors_hooks as disabled,
)


def attempt(name, run):
    try:
        print(name, run())
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0][:100])


def probe():
    """How many packs a new op causes now."""
    seen.clear()
    with torch.enable_grad():
        x = torch.ones(2, requires_grad=True)
        x * x
    return list(seen)


seen = []


def maker(word):
    return hooks(lambda t: seen.append(word) or t, lambda t: t)


def left_in_unpack(ops):
    def unpack(saved):
        both.__exit__()
        return saved

    both = hooks(lambda saved: saved, unpack)
    both.__enter__()
    x = torch.ones(2, requires_grad=True)
    y = x
    for _ in range(ops):
        y = y.sin()
    y.sum().backward()
    inside = len(str(probe()))
    both.__exit__()
    return x.grad, inside, probe()


attempt("left 1", lambda: left_in_unpack(1))
attempt("left 3", lambda: left_in_unpack(3))


def function_that(does, log):
    class Doubled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, g):
            does(None)
            log.append(probe())
            return g * 2

    return Doubled


def entered(where, ops, create_graph=False):
    log = []

    def change(value):
        maker("deep").__enter__()
        return value

    x = torch.ones(2, requires_grad=True)

    if where == "unpack":
        with hooks(lambda t: t, change):
            y = x
            for _ in range(ops):
                y = y * y.sin()
    elif where == "tensor hook":
        y = x.sin()
        y.register_hook(lambda g: change(None))
        y = y.sin()
        y.register_hook(lambda g: log.append(probe()) or change(None))
    elif where == "node hook":
        y = x.sin().cos()
        y.grad_fn.register_hook(lambda a, b: change(None))
        y.grad_fn.register_prehook(lambda a: log.append(probe()))
    elif where == "leaf hook":
        x.register_post_accumulate_grad_hook(lambda a: change(None))
        y = x * 2
    elif where == "callback":
        y = x * 2
        y.register_hook(
            lambda g: torch.autograd.Variable._execution_engine.queue_callback(lambda: change(None))
        )
    else:
        doubled = function_that(change, log).apply
        y = doubled(doubled(x))
    y.sum().backward(create_graph=create_graph)
    return log, probe(), x.grad.detach()


for where in ("unpack", "tensor hook", "node hook", "leaf hook", "callback", "function"):
    for cg in (False, True):
        attempt((where, cg), lambda: entered(where, 2, cg))
    with maker("outer"):
        attempt((where, "within"), lambda: entered(where, 2))
    print(probe())


def disabled_inside():
    def change(value):
        disabled("no more").__enter__()
        return value

    with hooks(lambda t: t, change):
        y = torch.ones(2, requires_grad=True).sin().sum()
    y.backward()
    with maker("x"):
        return probe()


attempt("disabled", disabled_inside)


def failing():
    def change(value):
        maker("deep").__enter__()
        raise ValueError("stop")

    with hooks(lambda t: t, change):
        y = torch.ones(2, requires_grad=True).sin().sum()
    try:
        y.backward()
    except ValueError as e:
        print(e)
    return probe()


attempt("failing", failing)


def nested():
    log = []
    z = torch.ones(2, requires_grad=True)

    def change(value):
        maker("outer node").__enter__()
        with torch.enable_grad():
            w = z.sin().sum()
        w.register_hook(
            lambda g: log.append(("in inner", probe())) or maker("inner node").__enter__()
        )
        w.backward()
        log.append(("after inner", probe()))
        return value

    with hooks(lambda t: t, change):
        y = torch.ones(2, requires_grad=True).sin().sum()
    y.backward()
    return log, probe()


attempt("nested", nested)
attempt("exit empty", lambda: hooks(lambda t: t, lambda t: t).__exit__())


def grad_api():
    def change(value):
        maker("deep").__enter__()
        return value

    x = torch.ones(2, requires_grad=True)
    with hooks(lambda t: t, change):
        y = (x.sin() * x).sum()
    return torch.autograd.grad(y, x), probe()


attempt("grad", grad_api)


def balanced():
    def change(value):
        with maker("b"):
            return value + len(probe())

    x = torch.ones(2, requires_grad=True)
    with hooks(lambda t: t, change):
        y = (x.sin() * x).sum()
        y.backward()
    return x.grad, probe()


attempt("balanced", balanced)
