"""Masks and subscripts in the memory that they say where to write, and how large objects are."""
import sys

import torch


def shown(write, made):
    try:
        print(write(made))
    except RuntimeError as error:
        print(error)


def by_key(take):
    def write(m):
        m[take(m)] = 7
        return m

    return write


def further(m):
    m[1:][m[:-1]] = False
    return m


def mask():
    return torch.tensor([True, False, True, True])


for write in (lambda m: m[:-1].masked_fill_(m[1:], False), lambda m: m.masked_fill_(m, False),
              lambda m: m.masked_fill_(m[0], False), lambda m: m.masked_fill_(~m, m[0]),
              lambda m: m.masked_fill_(m.view(2, 2)[0, :1], False), by_key(lambda m: m), further):
    shown(write, mask())
for write in (lambda m: m.index_fill_(0, m[:2], m[3]), lambda m: m.index_fill_(0, m[:2], 5),
              lambda m: m.index_fill_(0, m, 5), lambda m: m.index_fill_(0, m.clone(), m[3]),
              by_key(lambda m: m[:2]), by_key(lambda m: m[:2].clone()), by_key(lambda m: m > 1)):
    shown(write, torch.arange(4))
for t in (torch.zeros(10), torch.zeros(100, dtype=torch.float64), torch.zeros(10)[:2]):
    print(sys.getsizeof(t), sys.getsizeof(t.storage()), sys.getsizeof(t.untyped_storage()),
          t.storage().__sizeof__(), t.element_size() * t.nelement(), sys.getsizeof(t.shape))
for mode in ("warn", 2, 0, 3, "loud", 1.5, None):
    try:
        torch.set_deterministic_debug_mode(mode)
        print(torch.get_deterministic_debug_mode())
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
torch.set_deterministic_debug_mode(0)
