"""Count where our engine answers otherwise than torch to the samples of torch's own tests.

`python -m tests.engine.torchs_samples` asks all functions, `... torchs_samples stft stack` some,
whose samples that differ are shown. A sample is a call that torch's tests try (OpInfo, which needs
the package expecttest); compared are shapes, dtypes, steps in memory, nodes, warnings, errors,
numbers and gradients. Numbers that no two machines have in common (of `empty`) differ, too, and so
do eigenvectors.
"""

import os
import pickle
import re
import subprocess
import sys
import warnings
from collections import Counter

import numpy as np

from tests.engine.runner import ONE_PROCESSOR

MOST = {"float32": 14, "float64": 5, "complex64": 5, "int64": 5, "bool": 5}  # of each function
LARGE = 20_000  # entries, of which no sample has more
PRIVATE = ("_refs", "ops.", "torch.")  # no functions that a program calls
ADDRESS = re.compile(r"0x[0-9a-f]+")


def packed(value):
    """A value as plain data, which a process without torch can read; TypeError if it has none."""
    import torch

    if isinstance(value, torch.Tensor):
        if value.layout != torch.strided or value.numel() > LARGE:
            raise TypeError
        array = value.detach().resolve_conj().resolve_neg().contiguous()
        kind = str(value.dtype).removeprefix("torch.")
        array = (array.float() if kind == "bfloat16" else array).numpy().copy()
        return "tensor", array, kind, value.stride(), value.requires_grad
    if isinstance(value, torch.dtype):
        return "named", str(value).removeprefix("torch.")
    if isinstance(value, list | tuple):
        return "list" if isinstance(value, list) else "tuple", [packed(each) for each in value]
    if isinstance(value, dict):
        return "dict", {name: packed(each) for name, each in value.items()}
    if isinstance(value, slice):
        return "slice", [packed(each) for each in (value.start, value.stop, value.step)]
    if value is None or value is ... or isinstance(value, bool | int | float | complex | str):
        return "plain", value
    raise TypeError


def unpacked(data, leaves: list):
    """The value again; tensors that require grad are added to `leaves`."""
    import torch

    kind, content, *facts = data
    if kind == "tensor":
        dtype, strides, wanted = facts
        tensor = torch.from_numpy(content.copy()).to(getattr(torch, dtype))
        if tensor.stride() != strides and 0 not in strides:
            tensor = torch.empty_strided(content.shape, strides, dtype=tensor.dtype).copy_(tensor)
        if wanted:
            leaves.append(tensor.requires_grad_())
        return tensor
    if kind in ("list", "tuple", "slice"):
        made = [unpacked(each, leaves) for each in content]
        return slice(*made) if kind == "slice" else made if kind == "list" else tuple(made)
    if kind == "dict":
        return {name: unpacked(each, leaves) for name, each in content.items()}
    return getattr(torch, content) if kind == "named" else content


def drawn(names: list[str]) -> list[tuple]:
    """The samples: a function's name and its input, arguments and named arguments, packed."""
    import torch
    from torch.testing._internal.common_methods_invocations import op_db

    made = []
    for op in op_db:
        if op.name.startswith(PRIVATE) or names and op.name not in names:
            continue
        for kind, most in MOST.items():
            dtype = getattr(torch, kind)
            if dtype not in op.dtypes:
                continue
            torch.manual_seed(0)
            np.random.seed(0)
            wanted = kind[0] in "fc" and op.supports_autograd and dtype in op.backward_dtypes
            count = 0
            for sample in op.sample_inputs("cpu", dtype, requires_grad=wanted):
                try:
                    made.append((op.name, *map(packed, (
                        sample.input, tuple(sample.args), dict(sample.kwargs)))))
                except TypeError:
                    continue
                count += 1
                if count == most:
                    break
    return made


def found(name: str):
    """The function of that name, in torch or among the tensor's methods."""
    import torch

    for place in (torch, torch.Tensor):
        value = place
        for part in name.split("."):
            value = getattr(value, part, None)
        if value is not None:
            return value
    raise AttributeError(name)


def told(result) -> list[tuple]:
    """What can be compared of a result: words, and the numbers of tensors."""
    import torch

    if isinstance(result, torch.Tensor):
        if result.layout != torch.strided:
            return [(repr(result), None)]
        node = None if result.grad_fn is None else type(result.grad_fn).__name__
        facts = f"{tuple(result.shape)} {result.dtype} {result.stride()} {node}"
        array = result.detach().resolve_conj().resolve_neg()
        array = array.float() if result.dtype == torch.bfloat16 else array
        return [(facts, array.numpy().copy())]
    if isinstance(result, list | tuple):
        return [(type(result).__name__, None), *(part for each in result for part in told(each))]
    return [(repr(result), None)]


def gradients(result, leaves) -> list[tuple]:
    """The same of the gradients of a weighted sum of everything in a result."""
    import torch

    parts = result if isinstance(result, list | tuple) else [result]
    total = 0
    for part in parts:
        if isinstance(part, torch.Tensor) and part.requires_grad:
            weights = torch.linspace(0.5, 1.5, part.numel(), dtype=torch.float64)
            seen = part.real + part.imag if part.is_complex() else part
            total = total + (seen.double() * weights.reshape(part.shape)).sum()
    if not leaves or not isinstance(total, torch.Tensor):
        return []
    return told(torch.autograd.grad(total, leaves, allow_unused=True))


def answers(samples: list[tuple]) -> list[list[tuple]]:
    """What the engine that answers to the name of torch makes of each sample."""
    import torch

    made = []
    for name, *data in samples:
        torch.manual_seed(0)
        lines, leaves = [], []
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                input, args, options = (unpacked(each, leaves) for each in data)
                result = found(name)(input, *args, **options)
                lines += told(result)
                lines += gradients(result, leaves)
            except Exception as error:  # noqa: BLE001  whatever it is, it is compared
                lines.append((f"{type(error).__name__}: {error}", None))
        lines += [(str(each.message), None) for each in said
                  if each.category is not DeprecationWarning]
        made.append(lines)
    return made


def first_difference(ours: list[tuple], theirs: list[tuple]) -> str | None:
    """The first line in which two answers differ, of both; None if they agree."""
    for (mine, numbers), (other, expected) in zip(ours, theirs):
        if ADDRESS.sub("", mine) != ADDRESS.sub("", other):
            return f"{mine}\n    torch: {other}"
        if numbers is not None and not alike(numbers, expected):
            return f"{mine}: other numbers"
    return None if len(ours) == len(theirs) else f"{len(ours)} parts\n    torch: {len(theirs)}"


def alike(a, b) -> bool:
    """Whether numbers are the same but for rounding."""
    if a.dtype.kind not in "fc":
        return bool((a == b).all())
    rough = 1e-4 if a.dtype in (np.float32, np.complex64) else 1e-8
    return bool(np.allclose(a, b, rtol=rough, atol=rough, equal_nan=True))


def main(names: list[str]) -> None:
    """Ask real torch in a process of its own and our engine in this one; print what differs."""
    from autograd.frontend import import_hook

    asked = subprocess.run([sys.executable, "-m", __spec__.name, "--torch", *names],
                           env=os.environ | ONE_PROCESSOR, stdout=subprocess.PIPE, check=True)
    samples, theirs = pickle.loads(asked.stdout)
    import_hook.install()
    tried, differing = Counter(name for name, *_ in samples), Counter()
    for (name, *data), mine, other in zip(samples, answers(samples), theirs):
        difference = first_difference(mine, other)
        differing[name] += difference is not None
        if names and difference:
            print(f"{name} {data}\n    ours:  {difference}")
    for name, count in differing.items():
        if count:
            print(f"{name}: {count} of {tried[name]}")
    print(f"{sum(differing.values())} of {len(samples)} samples differ")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--torch"]:
        calls = drawn(sys.argv[2:])
        sys.stdout.buffer.write(pickle.dumps((calls, answers(calls))))
    else:
        main(sys.argv[1:])
