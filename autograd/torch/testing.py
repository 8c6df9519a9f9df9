"""`torch.testing`: assertions about tensors, in torch's words."""

import numpy as np

from autograd.tensor import Tensor, wrap

__all__ = ["assert_allclose", "assert_close"]

TOLERANCES = {  # relative and absolute, by dtype; everything else must be equal
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False,
                 msg=None):
    """Raise AssertionError unless two tensors (or sequences, mappings of them) are near."""
    if isinstance(actual, dict):
        if actual.keys() != expected.keys():
            raise AssertionError("The keys of the mappings do not match.")
        pairs = [(actual[key], expected[key]) for key in actual]
    elif isinstance(actual, list | tuple):
        if len(actual) != len(expected):
            raise AssertionError(
                "The length of the sequences mismatch: "
                f"{len(actual)} != {len(expected)}"
            )
        pairs = list(zip(actual, expected))
    else:
        compare(as_tensor(actual), as_tensor(expected), rtol, atol, equal_nan, check_dtype, msg)
        return
    for a, b in pairs:
        assert_close(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype,
                     msg=msg)


assert_allclose = assert_close


def as_tensor(value):
    """A tensor of a number or an array."""
    return value if isinstance(value, Tensor) else wrap(np.asarray(value))


def compare(actual, expected, rtol, atol, equal_nan, check_dtype, msg) -> None:
    """Raise torch's account of how two tensors differ."""
    if actual.shape != expected.shape:
        fail(msg, "The values for attribute 'shape' do not match: "
                  f"{actual.shape} != {expected.shape}.")
    if check_dtype and actual.dtype is not expected.dtype:
        fail(msg, "The values for attribute 'dtype' do not match: "
                  f"{actual.dtype} != {expected.dtype}.")
    defaults = TOLERANCES.get(actual.dtype.name, (0.0, 0.0))
    rtol = defaults[0] if rtol is None else rtol
    atol = defaults[1] if atol is None else atol
    a, b = actual._array, expected._array
    near = np.isclose(a, b, rtol, atol, equal_nan)
    if near.all():
        return
    exact = not rtol and not atol
    fail(msg, scalar_text(a, b, rtol, atol, exact) if not a.ndim else
         tensor_text(a, b, near, rtol, atol, exact))


def fail(msg, text) -> None:
    """Raise AssertionError with the user's text, or with ours."""
    raise AssertionError(msg(text) if callable(msg) else msg or text)


def differences(a, b):
    """Absolute and relative differences, in double precision."""
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    away = np.abs(a.astype(wide) - b.astype(wide))
    return away, away / np.abs(b.astype(wide))


def scalar_text(a, b, rtol, atol, exact) -> str:
    """How two scalars differ."""
    away, relative = (float(x) for x in differences(a, b))
    kind = "equal" if exact else "close"
    limits = ("", "") if exact else (f" (up to {atol} allowed)", f" (up to {rtol} allowed)")
    return (
        f"Scalars are not {kind}!\n\nExpected {b.item()} but got {a.item()}.\n"
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
        f"Greatest absolute difference: {away.max()} at index {place[0]}{limits[0]}\n"
        f"Greatest relative difference: {relative.max()} at index {place[1]}{limits[1]}"
    )
