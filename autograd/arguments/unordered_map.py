"""The order in which torch's errors list keyword arguments: that of a hash map of C++'s library.

A new name goes before all others, or, if one of its bucket is there, before those of its bucket.
"""

from __future__ import annotations

BUCKETS = 13  # enough for as many names
ALL = (1 << 64) - 1
FACTOR, SEED = 0xC6A4A7935BD1E995, 0xC70F6907  # of MurmurHash 2 for 64 bits


def in_hashed_order(options: dict) -> dict:
    """`options` as a hash map lists them that they were put in one by one."""
    names: list[str] = []
    for name in options:
        alike = [i for i, other in enumerate(names) if hashed(other) == hashed(name)]
        names.insert(alike[0] if alike else 0, name)
    return {name: options[name] for name in names}


def hashed(name: str) -> int:
    """The bucket of a name."""
    data = name.encode()
    made = SEED ^ len(data) * FACTOR & ALL
    whole = len(data) // 8 * 8
    for start in range(0, whole, 8):
        part = int.from_bytes(data[start : start + 8], "little") * FACTOR & ALL
        made = (made ^ folded(part) * FACTOR & ALL) * FACTOR & ALL
    if len(data) > whole:
        made = (made ^ int.from_bytes(data[whole:], "little")) * FACTOR & ALL
    return folded(folded(made) * FACTOR & ALL) % BUCKETS


def folded(number: int) -> int:
    """A number with its higher bits among its lower ones."""
    return number ^ number >> 47
