"""Real torch, asked from a process of its own: our engine answers to the name `torch` in this one.

`ask(question, cases)` starts `python -m tests.engine.oracle` once, sends the cases, and returns the
answers. Without torch the asking test is skipped, except in CI, where it fails.
"""

import importlib.util
import io
import os
import pickle
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

from tests.conftest import missing

ROOT = Path(__file__).parents[2]
VERSION = "2.13"


def ask(question: str, cases: list) -> list:
    """What torch answers to each case; `question` is the name of a function of this module."""
    if importlib.util.find_spec("torch") is None:
        missing("real torch is not installed")
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engine.oracle"],
        input=pickle.dumps((question, cases)),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        # Small programs: threads that wait for each other take a busy machine twice the time.
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        check=True,
    )
    return pickle.loads(answer.stdout)


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
    """Answer one question from standard input on standard output, both pickled."""
    import torch

    assert torch.__version__.startswith(VERSION), f"the goldens are of torch {VERSION}"
    question, cases = pickle.load(sys.stdin.buffer)
    answers = list(globals()[question](cases))
    sys.stdout.buffer.write(pickle.dumps(answers))


if __name__ == "__main__":
    main()
