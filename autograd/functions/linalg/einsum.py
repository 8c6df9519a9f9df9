"""The Einstein summation `einsum`, in the steps of ATen/native/Linear.cpp."""

from __future__ import annotations

import builtins
import operator
from typing import Any

import numpy as np

from autograd.functions.linalg.matmul import bmm
from autograd.functions.pointwise.arithmetic import mul
from autograd.functions.reduction.reductions import sum
from autograd.functions.shape.reshape import reshape
from autograd.functions.shape.transpose import permute
from autograd.functions.tensor_lists import check_tensor_list
from autograd.runtime.function_record import FUNCTIONAL, declare
from autograd.runtime.registry import export
from autograd.tensor.tensor import Tensor


@export()
@declare(home=FUNCTIONAL, python_function=True)
def einsum(equation: str, *operands: Tensor) -> Tensor:
    """Sum products of operands, e.g. `einsum("ij,jk->ik", a, b)`.

    Operands are contracted from left to right by permuted batch products, as in
    ATen/native/Linear.cpp.
    """
    if not operands:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one "
            "operand and its subscripts list"
        )
    if isinstance(equation, Tensor):
        equation, operands = parse_sublists(equation, operands)
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        return einsum(equation, *operands[0])
    if not isinstance(equation, str):
        raise TypeError("einsum(): argument 'equation' (position 1) must be str, not "
                        f"{type(equation).__name__}")
    check_tensor_list(operands, 1)
    inputs, output = parse_equation(equation, operands)
    check_sizes(inputs, operands)
    order = output + "".join(dict.fromkeys(c for term in inputs for c in term if c not in output))
    aligned = [align_operand(x, term, order) for x, term in zip(operands, inputs)]
    counts = [builtins.sum(x._array.shape[i] != 1 for x in aligned) for i in range(len(order))]
    output_ndim = len(output)
    result, *rest = aligned
    if not rest:
        over = list(range(output_ndim, len(order)))
        return sum(result, over) if over else result
    for operand in rest:
        result = contract_pair(result, operand, counts, output_ndim)
    return result.view(result._array.shape[:output_ndim]) if len(order) > output_ndim else result


def parse_sublists(first: Tensor, operands: tuple[Tensor, ...]) -> Any:
    """Convert a call `einsum(a, [0, 1], b, [1, 2], [0, 2])` to an equation and operands."""
    items = [first, *operands]
    output = items.pop() if len(items) % 2 else None
    terms = [
        "".join(subscript_to_letter(i) for i in subscripts)
        for subscripts in (*items[1::2], *([output] if output is not None else []))
    ]
    inputs = terms[:len(items) // 2]
    equation = ",".join(inputs) + ("->" + terms[-1] if output is not None else "")
    return equation, items[::2]


def subscript_to_letter(subscript: Any) -> str:
    """Return the letter of a subscript between 0 and 51, or `...` for Ellipsis."""
    if subscript is Ellipsis:
        return "..."
    if subscript >= 0 and subscript < 52:  # two comparisons, as torch makes for a tensor
        return chr(operator.index(subscript) + (65 if subscript < 26 else 71))
    raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")


def parse_equation(equation: str, operands: tuple[Tensor, ...]) -> tuple[Any, ...]:
    """Return the subscripts of each operand and of the output.

    A dimension of an ellipsis has a character of its own, counted from the last dimension.
    """
    left, arrow, right = equation.partition("->")
    terms, start = [], 0
    for number, term in enumerate(left.split(",")):
        if number == len(operands):
            raise RuntimeError(
                "einsum(): fewer operands were provided than specified in the equation")
        terms.append(parse_term(term, start, f"operand {number}"))
        start += len(term) + 1
    if len(terms) < len(operands):
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")
    covered = [
        count_ellipsis_dims(number, *pair) for number, pair in enumerate(zip(terms, operands))]
    inputs = ["".join(term).replace("...", ellipsis_labels(n)) for term, n in zip(terms, covered)]
    most = max(covered)
    if arrow:
        named = parse_term(right, len(left) + 2, "output", inputs)
        return inputs, "".join(named).replace("...", ellipsis_labels(most))
    every = [c for term in inputs for c in term]
    unique = sorted(c for c in set(every) if every.count(c) == 1 and c.isascii())
    return inputs, ellipsis_labels(most) + "".join(unique)


def ellipsis_labels(count: int) -> str:
    """Return `count` characters for the dimensions of an ellipsis, the last dimension's last."""
    return "".join(chr(0x2460 + i) for i in reversed(range(count)))


def parse_term(text: str, start: int, where: str, inputs: list[str] | None = None) -> list[str]:
    """Return the letters of one term, and `...`; with `inputs`, of the output."""
    labels, i = [], 0
    while i < len(text):
        c = text[i]
        if c == ".":
            if "..." in labels:
                raise RuntimeError(
                    f"einsum(): found '.' for {where} for which an ellipsis was already found"
                    if inputs is None else
                    "einsum(): found '.' for output but an ellipsis (...) was already found")
            if text[i:i + 3] != "...":
                raise RuntimeError(f"einsum(): found '.' for {where} that is not part of any "
                                   f"ellipsis{'' if inputs is None else ' (...)'}")
            labels.append("...")
            i += 2
        elif c != " ":
            check_label(c, start + i, labels, inputs)
            labels.append(c)
        i += 1
    return labels


def check_label(c: str, position: int, labels: list[str], inputs: list[str] | None) -> None:
    """Raise RuntimeError unless `c` is a letter that may stand in the term."""
    if not (c.isascii() and c.isalpha()):
        raise RuntimeError(f"einsum(): invalid subscript given at index {position} in the equation "
                           "string, subscripts must be in [a-zA-Z]")
    if inputs is not None and c in labels:
        raise RuntimeError(f"einsum(): output subscript {c} appears more than once in the output")
    if inputs is not None and not any(c in term for term in inputs):
        raise RuntimeError(f"einsum(): output subscript {c} does not appear in the equation for "
                           "any input operand")


def count_ellipsis_dims(number: int, term: list[str], x: Tensor) -> int:
    """Return the number of dimensions of an operand that its ellipsis stands for."""
    named, ndim = len(term) - term.count("..."), x._array.ndim
    if named > ndim or named < ndim and "..." not in term:
        how = ("is more than" if "..." in term else "does not match",
               "" if "..." in term else " and no ellipsis was given")
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({named}) {how[0]} the number of "
            f"dimensions ({ndim}) for operand {number}{how[1]}")
    return ndim - named


def align_operand(x: Tensor, term: str, order: str) -> Tensor:
    """Permute an operand to one dimension for each subscript of `order`.

    Repeated subscripts are diagonals; a subscript that it does not have gets size 1.
    """
    while len(set(term)) < len(term):
        c = next(c for c in term if term.count(c) > 1)
        first, second = term.index(c), term.index(c, term.index(c) + 1)
        x = x.diagonal(0, first, second).movedim(-1, first)
        term = term[:second] + term[second + 1:]
    axes = [term.index(c) if c in term else None for c in order]
    ndim = len(term)
    for i, axis in enumerate(axes):
        if axis is None:
            x, axes[i], ndim = x.unsqueeze(-1), ndim, ndim + 1
    return permute(x, axes)


def check_sizes(inputs: list[str], operands: tuple[Tensor, ...]) -> None:
    """Raise RuntimeError if a subscript has different sizes other than 1."""
    sizes = {}
    for number, (term, x) in enumerate(zip(inputs, operands)):
        own = {}
        for c, n in zip(term, x._array.shape):
            if own.setdefault(c, n) != n:
                raise RuntimeError(
                    f"einsum(): subscript {c} is repeated for operand {number} but the sizes don't "
                    f"match, {n} != {own[c]}")
            if n != 1 and sizes.setdefault(c, n) != n:
                raise RuntimeError(
                    f"einsum(): subscript {c} has size {n} for operand {number} which does not "
                    f"broadcast with previously seen size {sizes[c]}" if c.isascii() else
                    f"einsum(): dimension {len(own) - 1} covered by ellipsis in operand {number}"
                    f"has size {n} which does not broadcast with previously seen ellipsis with "
                    f"size {sizes[c]} for the respective dimension")


def contract_pair(a: Tensor, b: Tensor, counts: list[int], output_ndim: int) -> Tensor:
    """Multiply two operands and sum over the dimensions that no later operand has."""
    over, only_a, only_b = [], [], []
    for i in range(output_ndim, len(counts)):
        in_a, in_b = a._array.shape[i] != 1, b._array.shape[i] != 1
        if in_a and in_b:
            counts[i] -= 1
            if counts[i] == 1:
                over.append(i)
                counts[i] = 0
        elif counts[i] == 1 and (in_a or in_b):
            (only_a if in_a else only_b).append(i)
            counts[i] = 0
    a = sum(a, only_a, True) if only_a else a
    b = sum(b, only_b, True) if only_b else b
    return sumproduct_pair(a, b, over) if over else mul(a, b)


def sumproduct_pair(a: Tensor, b: Tensor, over: list[int]) -> Tensor:
    """Multiply two operands and sum over the dimensions `over`, by one `bmm`."""
    shapes = a._array.shape, b._array.shape
    both, left, right = [], [], []
    for i in range(len(shapes[0])):
        if i not in over:
            m, n = (shape[i] != 1 for shape in shapes)
            (both if m and n else left if m else right).append(i)
    if left and right and right[-1] < left[0]:
        a, b, left, right, shapes = b, a, right, left, shapes[::-1]

    def size(dims, shape):
        return int(np.prod([shape[i] for i in dims], dtype=int))

    batch, inside = size(both, shapes[0]), size(over, shapes[0])
    first = reshape(permute(a, *both, *left, *over, *right), batch, size(left, shapes[0]), inside)
    second = reshape(
        permute(b, *both, *over, *right, *left), batch, inside, size(right, shapes[1]))
    lengths = [shapes[0][i] for i in both + left] + [1] * len(over) + [shapes[1][i] for i in right]
    order = both + left + over + right
    return permute(bmm(first, second).view(lengths), *(order.index(i) for i in range(len(order))))
