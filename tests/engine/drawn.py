"""Sequences of random calls, for the comparison of generators, and how our engine answers them."""

import random

import numpy as np

from autograd.kernels import distributions, sampling

FLOATS = ["float32"] * 4 + ["float64"] * 2 + ["float16"]
MKL_KINDS = ("bernoulli_", "exponential_", "multinomial")  # torch takes these elsewhere on Intel


def cases(seed: int, count: int, most: int = 10_000, without: tuple = ()) -> list:
    """`count` cases `(seed, calls)`; a call is `(kind, shape, dtype, parameters)`."""
    pick = random.Random(seed)
    kinds = [kind for kind in KINDS if kind not in without]
    return [
        (
            pick.randrange(2 ** pick.choice([3, 20, 40, 63])),
            [_call(pick, kinds, most) for _ in range(pick.randrange(1, 9))],
        )
        for _ in range(count)
    ]


def _call(pick: random.Random, kinds: list, most: int) -> tuple:
    kind = pick.choice(kinds)
    sizes = [pick.randrange(41), pick.randrange(41), 15, 16, 17, 100, 1000, 10_000]
    shape = (min(pick.choice(sizes), most),)
    dtype, parameters = KINDS[kind](pick)
    if kind == "multinomial":
        shape = ()
    elif kind == "bernoulli_each":
        shape = (len(parameters[0]),)
    elif kind == "transposed normal_":
        shape = (pick.randrange(1, 7), pick.randrange(1, 7))
    return kind, shape, dtype, parameters


def _integers(pick) -> tuple:
    dtype = pick.choice(["int64", "int64", "int32", "float32", "float64"])
    largest = {"int32": 2**31 - 1, "float32": 2**24, "float64": 2**53}.get(dtype, 2**62)
    high = pick.randrange(1, min(largest, pick.choice([10, 1000, 2**29, 2**40, 2**62])))
    return dtype, (pick.choice([0, -high, high - 1]), high)


def _multinomial(pick) -> tuple:
    row = [pick.random() + 0.01 for _ in range(pick.randrange(2, 30))]
    return pick.choice(["float32", "float64"]), (
        row,
        pick.randrange(1, len(row)),
        pick.random() < 0.5,
    )


def _reals(*bounds):
    def make(pick):
        return pick.choice(FLOATS), tuple(pick.uniform(*bound) for bound in bounds)

    return make


KINDS = {
    "rand": lambda pick: (pick.choice([*FLOATS, "complex64", "complex128"]), ()),
    "randn": lambda pick: (pick.choice([*FLOATS, "complex64", "complex128"]), ()),
    "randint": _integers,
    "randperm": lambda pick: ("int64", (pick.randrange(300),)),
    "uniform_": _reals((-5, 0), (0, 5)),
    "normal_": _reals((-5, 5), (0, 5)),
    "transposed normal_": lambda pick: ("float32", (1.0, 2.0)),
    "random_": lambda pick: (pick.choice(["int64", "int32", "float32", "uint8", "bool"]), ()),
    "bernoulli_": _reals((0, 1)),
    "bernoulli_each": lambda pick: ("float32", ([pick.random() for _ in range(9)],)),
    "exponential_": _reals((0.1, 4)),
    "cauchy_": _reals((-1, 1), (0.1, 4)),
    "log_normal_": _reals((-1, 1), (0.1, 2)),
    "geometric_": lambda pick: (pick.choice(["int64", "float32"]), (pick.uniform(0.05, 0.95),)),
    "multinomial": _multinomial,
}


def ours(generator, kind: str, shape: tuple, dtype: str, parameters: tuple) -> np.ndarray:
    """What our engine draws for one call."""
    shape = tuple(shape)
    if kind == "randperm":
        return sampling.permutation(generator, *parameters)
    if kind == "multinomial":
        weights, count, replacement = parameters
        return distributions.multinomial(generator, np.array(weights, dtype), count, replacement)
    if kind == "bernoulli_each":
        chances = np.array(parameters[0], np.float32)
        return distributions.bernoulli(generator, shape, dtype, chances)
    if kind == "transposed normal_":
        array = np.empty(shape, dtype).T
        contiguous = array.flags.c_contiguous
        values = sampling.normal(generator, array.size, dtype, *parameters, contiguous)
        sampling.fill(array, values)
        return np.ascontiguousarray(array)
    return OURS[kind](generator, shape, dtype, *parameters)


OURS = {
    "rand": sampling.uniform,
    "randn": sampling.normal,
    "randint": sampling.integers,
    "uniform_": sampling.uniform,
    "normal_": sampling.normal,
    "random_": sampling.any_integers,
    "bernoulli_": distributions.bernoulli,
    "exponential_": distributions.exponential,
    "cauchy_": distributions.cauchy,
    "log_normal_": distributions.log_normal,
    "geometric_": distributions.geometric,
}
