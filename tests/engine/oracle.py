"""Real torch, asked from a process of its own: our engine answers to the name `torch` in this one.

`ask(question, cases)` sends the cases to `python -m tests.engine.oracle`, which is started once and
answers each question in a fork of its own: what a case does to torch ends there. Without torch the
asking test is skipped, except in CI, where it fails.
"""

import atexit
import io
import os
import pickle
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

from tests.conftest import missing
from tests.engine.runner import ONE_PROCESSOR

ROOT = Path(__file__).parents[2]
VERSION = "2.13"


def ask(question: str, cases: list) -> list:
    """What torch answers to each case; `question` is the name of a function of this module."""
    check_installed()
    process = started()
    pickle.dump((question, cases), process.stdin)
    process.stdin.flush()
    try:
        return pickle.load(process.stdout)
    except EOFError:
        started.cache_clear()
        raise AssertionError(f"torch could not answer {question}: see its own error") from None


def check_installed() -> None:
    """Skip the asking test where real torch is not installed, whoever answers to its name here."""
    if PathFinder.find_spec("torch") is None:
        missing("real torch is not installed")


@cache
def started() -> subprocess.Popen:
    """The process that has torch loaded, for all questions."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.engine.oracle"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | ONE_PROCESSOR,
    )
    atexit.register(ended, process)
    return process


def ended(process: subprocess.Popen) -> None:
    """Let it go: nobody asks any more."""
    process.stdin.close()
    process.stdout.close()
    process.wait()


def mkl_draws() -> bool:
    """Whether torch takes bernoulli and exponential from Intel's MKL on this machine."""
    facts = Path("/proc/cpuinfo")
    return facts.exists() and "GenuineIntel" in facts.read_text()


def texts(cases):
    """The repr of each case `{array, bfloat16, options, default, requires_grad, op}`."""
    import torch

    for case in cases:
        torch.set_printoptions(profile="default")
        torch.set_printoptions(**case["options"])
        torch.set_default_dtype(getattr(torch, case["default"]))
        tensor = torch.from_numpy(case["array"].copy())
        if case["bfloat16"]:
            tensor = tensor.bfloat16()
        tensor.requires_grad_(case["requires_grad"])
        yield repr(tensor.clone() if case["op"] else tensor)


def draws(cases):
    """The arrays that each case `(seed, calls)` draws, and the generator's state after it."""
    import torch

    for seed, calls in cases:
        generator = torch.Generator().manual_seed(seed)
        arrays = [_draw(torch, generator, *call).contiguous().numpy() for call in calls]
        yield arrays, generator.get_state().numpy().tobytes()


def _draw(torch, generator, kind, shape, dtype, parameters):
    if kind == "randperm":
        return torch.randperm(*parameters, generator=generator)
    if kind == "randint":
        dtype = getattr(torch, dtype)
        return torch.randint(*parameters, shape, dtype=dtype, generator=generator)
    if kind == "multinomial":
        weights, count, replacement = parameters
        weights = torch.tensor(weights, dtype=getattr(torch, dtype))
        return torch.multinomial(weights, count, replacement, generator=generator)
    if kind in ("rand", "randn"):
        dtype = getattr(torch, dtype)
        return getattr(torch, kind)(shape, dtype=dtype, generator=generator)
    tensor = torch.empty(shape, dtype=getattr(torch, dtype))
    if kind == "bernoulli_each":
        return tensor.bernoulli_(torch.tensor(parameters[0]), generator=generator)
    if kind == "transposed normal_":
        return tensor.t().normal_(*parameters, generator=generator)
    return getattr(tensor, kind)(*parameters, generator=generator)


def saved_names(cases):
    """For each module of node types: what each type in it has after `_saved_`, by its name."""
    import torch

    for module in cases:
        kinds = vars(getattr(torch._C, module)).items()
        yield {
            name: sorted(each[7:] for each in dir(kind) if each.startswith("_saved_"))
            for name, kind in sorted(kinds) if isinstance(kind, type)
        }


def dtypes(cases):
    """What torch makes of each case of `dtype_cases`."""
    import torch

    from tests.engine.dtype_cases import answer

    for case in cases:
        yield answer(torch, case)


def written(cases):
    """Of each expression, the code that makes its value, and the facts that this changes."""
    from server.notebook.program import with_names

    facts = {
        "type": type,
        "tensor": lambda each: (each.dtype, each.shape, each.requires_grad),
        "numbers": lambda each: repr(each.tolist()),
    }
    for value in map(_value_of, cases):
        code = with_names("", ["x"], {"x": value})
        names: dict[str, object] = {}
        exec(code, names)
        yield code, [name for name, fact in facts.items() if fact(names["x"]) != fact(value)]


def refused_values(cases):
    """The words in which the value of each expression is refused as code."""
    from server.notebook.program import with_names

    for value in map(_value_of, cases):
        try:
            yield with_names("", ["x"], {"x": value})
        except TypeError as refusal:
            yield str(refusal)


def _value_of(expression):
    import torch

    return eval(expression, {"torch": torch})


def outputs(cases):
    """The lines that each program `(name, source)` prints."""
    from tests.engine import runner

    return runner.outputs(cases)


def endings(cases):
    """How each program ends: with None, or with the type and the words of its exception."""
    for source in cases:
        try:
            with redirect_stdout(io.StringIO()):
                exec(compile(source, "<case>", "exec"), {"__name__": "__main__"})
        except Exception as error:
            yield f"{type(error).__name__}: {error}"
        else:
            yield None


def main() -> None:
    """Answer questions from standard input on standard output, both pickled, until one fails."""
    import torch

    assert torch.__version__.startswith(VERSION), f"the goldens are of torch {VERSION}"
    # The first optimizer loads as much as torch itself; here it does so once for all questions.
    torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)
    while True:
        try:
            question, cases = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        if not (answering := os.fork()):
            sys.stdout.buffer.write(pickle.dumps(list(globals()[question](cases))))
            sys.stdout.buffer.flush()
            os._exit(0)
        _, status = os.waitpid(answering, 0)
        if status:
            sys.exit(1)


if __name__ == "__main__":
    main()
