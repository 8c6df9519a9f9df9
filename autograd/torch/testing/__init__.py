"""`torch.testing`: assertions about tensors, in torch's words."""

import numpy as np
import torch
from torch.testing.creation import make_tensor

from autograd.once import caution
from autograd.tensor import Tensor, wrap

__all__ = ["assert_allclose", "assert_close", "make_tensor"]

TOLERANCES = {  # relative and absolute, by dtype; everything else must be equal
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip
NUMBER = int | float | complex | np.number
WIDER = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False,
                 msg=None):
    """Raise AssertionError unless two tensors (or sequences, mappings of them) are near."""
    if (rtol is None) != (atol is None):
        left_out = "rtol" if rtol is None else "atol"
        raise ValueError("Both 'rtol' and 'atol' must be either specified or omitted, but got no "
                         f"{left_out}.")
    options = (rtol, atol, equal_nan, check_dtype, check_layout, check_stride, allow_subclasses)
    try:
        walk(actual, expected, options, "")
    except AssertionError as error:
        text = str(error)
        raise AssertionError(msg(text) if callable(msg) else msg or text) from None


def walk(actual, expected, options, place) -> None:
    """Compare what is at `place` of two nests of sequences and mappings."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        missing = [key for key in expected if key not in actual]
        more = [key for key in actual if key not in expected]
        if missing or more:
            text = "The keys of the mappings do not match:"
            text += f"\nMissing keys in the actual mapping: {sorted(missing)}" if missing else ""
            text += f"\nAdditional keys in the actual mapping: {sorted(more)}" if more else ""
            fail(text, place)
        pairs = [(key, actual[key], expected[key]) for key in sorted(actual, key=str)]
    elif isinstance(actual, list | tuple) and isinstance(expected, list | tuple):
        if len(actual) != len(expected):
            fail(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", place)
        pairs = [(i, *pair) for i, pair in enumerate(zip(actual, expected))]
    else:
        compare(actual, expected, options, place)
        return
    for key, one, other in pairs:
        walk(one, other, options, f"{place}[{key!r}]")


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """The older form of `assert_close`, with wider tolerances; dtypes may differ."""
    caution(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a "
        "future release. Please use `torch.testing.assert_close()` instead. You can find detailed "
        "upgrade instructions in https://github.com/pytorch/pytorch/issues/61844.", FutureWarning)
    actual = actual if isinstance(actual, Tensor) else torch.tensor(actual)
    if not isinstance(expected, Tensor):
        expected = torch.tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        pairs = [WIDER.get(x.dtype.name, (0.0, 0.0)) for x in (actual, expected)]
        rtol, atol = map(max, zip(*pairs))
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False,
                 msg=msg or None)


def as_tensor(value):
    """A tensor of a number or an array."""
    return value if isinstance(value, Tensor) else wrap(np.asarray(value))


def compare(actual, expected, options, place) -> None:
    """Raise torch's account of how two tensors or numbers differ."""
    if actual is None or expected is None:
        if actual is not expected:
            fail(f"None mismatch: {actual} is not {expected}", place)
        return
    if isinstance(actual, bool) and isinstance(expected, bool):
        if actual is not expected:
            fail(f"Booleans mismatch: {actual} is not {expected}", place)
        return
    rtol, atol, equal_nan, check_dtype, check_layout, check_stride, allow_subclasses = options
    types = type(actual), type(expected)
    if isinstance(actual, NUMBER) and isinstance(expected, NUMBER):
        types = [type(x.item() if isinstance(x, np.number) else x) for x in (actual, expected)]
        if check_dtype and types[0] is not types[1]:
            fail(f"The (d)types do not match: {types[0]} != {types[1]}.", place)
    elif not comparable(actual, expected, allow_subclasses):
        raise TypeError(told(
            "No comparison pair was able to handle inputs of type "
            f"{types[0]} and {types[1]}.", place))
    actual, expected = as_tensor(actual), as_tensor(expected)
    facts = [("shape", actual.shape, expected.shape)]
    facts += [("layout", actual.layout, expected.layout)] if check_layout else []
    facts += [("stride()", actual.stride(), expected.stride())] if check_stride else []
    facts += [("dtype", actual.dtype, expected.dtype)] if check_dtype else []
    for name, one, other in facts:
        if one != other:
            fail(f"The values for attribute '{name}' do not match: {one} != {other}.", place)
    names = [x.dtype.name for x in (actual, expected)]
    defaults = [max(column) for column in zip(*(TOLERANCES.get(n, (0.0, 0.0)) for n in names))]
    rtol = defaults[0] if rtol is None else rtol
    atol = defaults[1] if atol is None else atol
    a, b = actual._array, expected._array
    near = np.isclose(a, b, rtol, atol, equal_nan)
    if not near.all():
        exact = not rtol and not atol
        text = scalar_text(a, b, rtol, atol, exact) if not a.ndim else tensor_text(
            a, b, near, rtol, atol, exact)
        fail(text, place)


def comparable(actual, expected, allow_subclasses) -> bool:
    """Whether both are tensors or arrays, of one type or, if allowed, one of the other's."""
    if type(actual) is not type(expected) and not allow_subclasses:
        return False
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    return related and isinstance(actual, Tensor | np.ndarray)


def fail(text, place) -> None:
    """Raise AssertionError, with where in a nest it was."""
    raise AssertionError(told(text, place))


def told(text, place) -> str:
    """What is said of a place in a nest."""
    return f"{text}\n\nThe failure occurred for item {place}" if place else text


def differences(a, b):
    """Absolute and relative differences, in the precision of what is compared."""
    if a.dtype.kind in "iub":
        a, b = a.astype(np.int64), b.astype(np.int64)
    away = np.abs(a - b)
    ratio = away / np.abs(b)
    return away, ratio if a.dtype.kind in "fc" else ratio.astype(np.float32)


def scalar_text(a, b, rtol, atol, exact) -> str:
    """How two scalars differ."""
    one, other = a.item(), b.item()
    away = abs(one - other)
    relative = away / abs(other) if other else float("inf")
    kind = "equal" if exact else "close"
    limits = ("", "") if exact else (f" (up to {atol} allowed)", f" (up to {rtol} allowed)")
    return (
        f"Scalars are not {kind}!\n\nExpected {other} but got {one}.\n"
        f"Absolute difference: {away}{limits[0]}\nRelative difference: {relative}{limits[1]}"
    )


def tensor_text(a, b, near, rtol, atol, exact) -> str:
    """How two tensors differ: how often, and where most."""
    missed = int((~near).sum())
    away, relative = differences(a, b)
    away, relative = (np.where(near, 0, x) for x in (away, relative))
    places = [
        tuple(int(i) for i in np.unravel_index(np.argmax(x), x.shape)) for x in (away, relative)
    ]
    limits = ("", "") if exact else (f" (up to {atol} allowed)", f" (up to {rtol} allowed)")
    place = [f"({p[0]},)" if len(p) == 1 else str(p) for p in places]
    return (
        f"Tensor-likes are not {'equal' if exact else 'close'}!\n\n"
        f"Mismatched elements: {missed} / {a.size} ({100 * missed / a.size:.1f}%)\n"
        f"Greatest absolute difference: {away.max().item()} at index {place[0]}{limits[0]}\n"
        f"Greatest relative difference: {relative.max().item()} at index {place[1]}{limits[1]}"
    )
