"""torch's CPU generator: the same seed gives the same random words.

A Generator is a Mersenne Twister of 32-bit words with one spare normal number, since normal numbers
are made in pairs. `sampling.py` makes samples of the words. Follows at::CPUGeneratorImpl.
"""

from __future__ import annotations

import math
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np

from autograd.runtime.c_types import CType, set_c_name
from autograd.runtime.execution_state import execution, override
from autograd.tensor.device import NO_BACKEND, NO_LIBRARY, device as as_device
from autograd.tensor.tensor import Tensor, wrap

_STATE_WORDS = 624
_DEFAULT_SEED = 67280421310721
# torch's own dump: seed, words left, seeded, next word, the words (64 bits each), three doubles of
# which the second may be the spare normal, whether it is; then an unused single-precision spare.
_DUMP = struct.Struct(f"<QiiQ{_STATE_WORDS}Qdddi4xf?3x")


RANDOMNESS_ERROR = (
    "vmap: called random operation while in randomness error mode. Please either use the 'same' or "
    "'different' randomness flags on vmap or perform the randomness operation out of vmap"
)


def missing_generator_error(kind: str) -> str:
    """Return torch's error text for a generator of a device without backend."""
    name = kind.upper()
    if kind == "meta":
        return "META device type not an accelerator."
    if kind in ("mps", "mtia"):
        return NO_BACKEND.format("getNewGenerator", name)
    said = f"Cannot get {name} generator without ATen_{kind} library."
    return NO_LIBRARY.format("get CUDA generator") if kind == "cuda" else said


class Generator(metaclass=CType):
    """A stream of random numbers, as `torch.Generator`; starts from a fixed seed."""

    def __init__(self, device="cpu"):
        self.device = as_device(device)
        if self.device.type != "cpu":
            raise RuntimeError(missing_generator_error(self.device.type))
        self.spare: float | None = None  # the second normal number of a pair, not yet returned
        self.manual_seed(_DEFAULT_SEED)

    @cached_property
    def _twister(self):
        """numpy's Mersenne Twister, made for the first number drawn: numpy loads it late, too."""
        twister = np.random.MT19937(0)
        twister._legacy_seeding(self._seed & 0xFFFFFFFF)
        return twister

    def words(self, count: int) -> np.ndarray:
        """Return the next `count` words of the stream: uint64 holding 32 random bits each."""
        if execution.random_locks:
            raise RuntimeError(RANDOMNESS_ERROR)
        draws = execution.vmap_draws
        if draws is not None:
            return draws.part(self, (count,), lambda shape: self.words(math.prod(shape)))
        self._untouched = self._untouched and count == 0
        return self._twister.random_raw(count)

    def double_words(self, count: int) -> np.ndarray:
        """Return the next `count` 64-bit words; of two 32-bit words the first is the high half."""
        halves = self.words(2 * count).reshape(count, 2)
        return (halves[:, 0] << np.uint64(32)) | halves[:, 1]

    def manual_seed(self, seed: int) -> Generator:
        """Start the stream of `seed`; negative seeds wrap around at 2**64."""
        if type(seed) is not int:
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        if not -(1 << 63) <= seed < 1 << 64:
            raise ValueError("Overflow when unpacking long long")
        self._seed = seed % (1 << 64)
        self.__dict__.pop("_twister", None)
        self._untouched = True
        self.spare = None
        return self

    def seed(self) -> int:
        """Start an unpredictable stream, and return its seed."""
        self.manual_seed(int.from_bytes(os.urandom(8), "little"))
        return self._seed

    def initial_seed(self) -> int:
        """Return the seed that the stream began with."""
        return self._seed

    def get_state(self) -> Tensor:
        """Return the whole state as torch dumps it: a uint8 tensor of 5,056 elements."""
        state = self._twister.state["state"]
        left = _STATE_WORDS + 1 - state["pos"]
        position = 0 if self._untouched else state["pos"]
        spare = 0.0 if self.spare is None else self.spare
        dump = _DUMP.pack(
            self._seed, left, 1, position, *state["key"].tolist(),
            0.0, spare, 0.0, self.spare is not None, 0.0, False,
        )  # fmt: skip
        return wrap(np.frombuffer(dump, np.uint8).copy())

    def set_state(self, state: Tensor) -> Generator:
        """Continue from a state that `get_state` returned."""
        if not isinstance(state, Tensor):
            raise TypeError(f"expected a torch.ByteTensor, but got {type(state).__name__}")
        if state._array.dtype != np.uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        if state._array.size != _DUMP.size:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {_DUMP.size} but found the input RNG "
                f"state size to be {state._array.size}"
            )
        self._seed, left, _, position, *rest = _DUMP.unpack(state._array.tobytes())
        key = np.array(rest[:_STATE_WORDS], np.uint32)
        inner = {"key": key, "pos": _STATE_WORDS + 1 - left}
        self._twister.state = {"bit_generator": "MT19937", "state": inner}
        self._untouched = position == 0
        _, spare, _, has_spare, _, _ = rest[_STATE_WORDS:]
        self.spare = spare if has_spare else None
        return self

    def graphsafe_get_state(self) -> None:
        """Raise torch's error: only generators of devices with graphs have such a state."""
        raise NotImplementedError("graphsafe_get_state is not supported in this Generator")

    def clone_state(self) -> Generator:
        """Return another generator that continues from the same state."""
        return Generator().set_state(self.get_state())


class BatchedDraws:
    """Random samples under `vmap`: torch draws once for the whole batch.

    A function that draws runs once for each slice. For the first slice it draws as much as all of
    them need, and each takes its part; or the samples are the `same` for all.
    """

    def __init__(self, size: int, same: bool):
        self.size, self.same = size, same
        self.outer: BatchedDraws | None = None  # of the enclosing vmap
        self.take(0)

    def take(self, number: int, again: bool = False) -> None:
        """Serve the samples of slice `number` next; with `again`, from those drawn before."""
        self.number, self.place, self.fresh = number, 0, False
        if not again:
            self.made: list[np.ndarray] = []

    def part(self, generator: Generator, shape: tuple, draw: Any) -> np.ndarray:
        """Return the part of this slice of `draw(shape)` for all slices."""
        if self.same:
            return self.outside(generator, shape, draw)
        if self.place == len(self.made):
            self.made.append(self.outside(generator, (self.size, *shape), draw))
        whole = self.made[self.place]
        self.place += 1
        self.fresh = True
        if whole.size != math.prod(shape) * self.size:
            return draw(shape)  # rejection samplers draw again for each slice
        return whole.reshape(self.size, *shape)[self.number].copy()

    def outside(self, generator: Generator, shape: tuple, draw: Any) -> np.ndarray:
        """Return `draw(shape)` as outside of this `vmap`."""
        with override(vmap_draws=self.outer):
            return draw(shape)


set_c_name(Generator, "torch._C")

default_generator = Generator()
default_generator.seed()


def manual_seed(seed: int) -> Generator:
    """Seed the default generator, as `torch.manual_seed`."""
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Seed the default generator with an unpredictable number, and return it."""
    return default_generator.seed()


def initial_seed() -> int:
    """Return the seed of the default generator."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """Return the state of the default generator."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Set the state of the default generator."""
    default_generator.set_state(new_state)


@contextmanager
def fork_rng(devices: Any = None, enabled: bool = True, device_type: Any = None) -> Iterator[None]:
    """Restore the state of the default generator after the block."""
    as_device(device_type or "cpu")
    if enabled and devices:
        raise AssertionError("Torch not compiled with CUDA enabled")
    before = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(before)
