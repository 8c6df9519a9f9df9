"""Arrays to print: random cases for the comparison with torch, and their form in a golden file."""

import random

import numpy as np

DTYPES = (
    "float16 float32 float64 bfloat16 complex64 complex128 "
    "int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool"
).split()


def cases(seed: int, count: int) -> list[dict]:
    """`count` random cases over all dtypes, 0 to 4 dimensions, wild ranges and options."""
    pick = random.Random(seed)
    rng = np.random.default_rng(seed)
    return [_case(pick, rng) for _ in range(count)]


def _case(pick: random.Random, rng) -> dict:
    name = pick.choice(DTYPES)
    array = _array(pick, rng, name, _shape(pick))
    differentiable = array.dtype.kind in "fc"
    return {
        "array": array,
        "bfloat16": name == "bfloat16",
        "options": _options(pick) if pick.random() < 0.3 else {},
        "default": pick.choice(["float32"] * 8 + ["float64", "float16"]),
        "requires_grad": differentiable and pick.random() < 0.5,
        "op": pick.random() < 0.5,
    }


def _shape(pick) -> tuple:
    dims = pick.choice([0, 1, 1, 2, 2, 3, 4])
    if dims and pick.random() < 0.15:
        longest = (0, 3000, 60, 20, 9)[dims]
        return tuple(pick.randrange(1, longest) for _ in range(dims))
    if dims == 1 and pick.random() < 0.2:
        return (pick.randrange(1, 200),)
    return tuple(pick.choice([0, 1, 2, 3, 3, 4, 5, 6, 7]) for _ in range(dims))


def _options(pick) -> dict:
    choices = {
        "profile": ["default", "short", "full"],
        "precision": range(9),
        "threshold": [0, 5, 10, 100],
        "edgeitems": [0, 1, 2, 4],
        "linewidth": [1, 20, 40, 120],
        "sci_mode": [True, False],
    }
    return {name: pick.choice(of) for name, of in choices.items() if pick.random() < 0.3}


def _array(pick, rng, name: str, shape: tuple) -> np.ndarray:
    count = int(np.prod(shape))
    if name == "bool":
        return rng.integers(0, 2, count).astype(bool).reshape(shape)
    if name == "bfloat16":
        return _floats(pick, rng, count).astype(np.float32).reshape(shape)
    dtype = np.dtype(name)
    if dtype.kind == "c":
        with np.errstate(invalid="ignore"):
            values = _floats(pick, rng, count) + 1j * _floats(pick, rng, count)
    elif dtype.kind == "f":
        values = _floats(pick, rng, count)
    elif pick.random() < 0.5:
        values = rng.integers(0, 10, count)
    else:
        limits = np.iinfo(dtype)
        values = rng.integers(limits.min, limits.max, count, dtype=dtype, endpoint=True)
    with np.errstate(all="ignore"):
        return values.astype(dtype).reshape(shape)


def _floats(pick, rng, count: int) -> np.ndarray:
    special = [0.0, -0.0, np.nan, np.inf, -np.inf]
    normal = rng.normal(size=count)
    values = pick.choice(
        [
            rng.integers(-10, 10, count).astype(float),
            normal,
            normal * 10.0 ** rng.integers(-12, 12, count),
            normal * 10.0 ** pick.randrange(-8, 9),
            rng.choice([*special, 1.0, -2.5], count),
            rng.choice(special, count),
            np.round(normal * 10.0 ** pick.randrange(10)),
            rng.uniform(0, 1, count).round(pick.randrange(6)),
        ]
    )
    if count and pick.random() < 0.2:
        values[rng.integers(count)] = pick.choice(special)
    return values
