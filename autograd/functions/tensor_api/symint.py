"""What torch's compiler calls instead of Python's functions of numbers; here they are those."""

from __future__ import annotations

import math

__all__ = ["sym_float", "sym_int", "sym_ite", "sym_max", "sym_min", "sym_not", "sym_sqrt",
           "sym_sum"]


def sym_int(a):
    """`a` without its fraction."""
    return int(a)


def sym_float(a):
    """`a` as a float."""
    return float(a)


def sym_max(a, b):
    """The greater of the two; a float where either is one."""
    return float(max(a, b)) if float in (type(a), type(b)) else max(a, b)


def sym_min(a, b):
    """The smaller of the two; a float where either is one."""
    return float(min(a, b)) if float in (type(a), type(b)) else min(a, b)


def sym_not(a):
    """`not a`."""
    return not a


def sym_ite(b, t, f):
    """`t if b else f`."""
    return t if b else f


def sym_sqrt(a):
    """The square root."""
    return math.sqrt(a)


def sym_sum(args):
    """The sum of a list of numbers."""
    return sum(args)
