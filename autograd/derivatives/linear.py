"""The derivative table, chapter four: products of matrices and vectors."""

import numpy as np

from autograd.derivatives.shapes import t, transpose
from autograd.op import d, op

mm = op("mm", "MmBackward0",
    lambda self, mat2: self @ mat2, r"$self\,$mat2",
    self=d(lambda grad, mat2: mm(grad, t(mat2)), r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, self: mm(t(self), grad), r"$self^\top\,$grad"))

mv = op("mv", "MvBackward0",
    lambda self, vec: self @ vec, r"$self\,$vec",
    self=d(lambda grad, vec: outer(grad, vec), r"$grad\,$vec^\top"),
    vec =d(lambda grad, self: mv(t(self), grad), r"$self^\top\,$grad"))

dot = op("dot", "DotBackward0",
    lambda self, tensor: np.dot(self, tensor), r"$self \cdot $tensor",
    self  =d(lambda grad, tensor: grad * tensor, r"$grad\,$tensor"),
    tensor=d(lambda grad, self: grad * self, r"$grad\,$self"))

outer = op("outer", "MulBackward0",
    lambda self, vec2: np.multiply.outer(self, vec2), r"$self\,$vec2^\top",
    self=d(lambda grad, vec2: mv(grad, vec2), r"$grad\,$vec2"),
    vec2=d(lambda grad, self: mv(t(grad), self), r"$grad^\top\,$self"))

bmm = op("bmm", "BmmBackward0",
    lambda self, mat2: self @ mat2, r"$self\,$mat2",
    self=d(lambda grad, mat2: bmm(grad, transpose(mat2, dim0=1, dim1=2)), r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, self: bmm(transpose(self, dim0=1, dim1=2), grad), r"$self^\top\,$grad"))

addmm = op("addmm", "AddmmBackward0",
    lambda self, mat1, mat2, *, beta=1, alpha=1: scaled(self, beta) + scaled(mat1 @ mat2, alpha),
    r"$self + $mat1\,$mat2",
    self=d(lambda grad, beta: scaled(grad, beta), r"$grad"),
    mat1=d(lambda grad, mat2, alpha: scaled(mm(grad, t(mat2)), alpha), r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, mat1, alpha: scaled(mm(t(mat1), grad), alpha), r"$mat1^\top\,$grad"))


def scaled(value, factor):
    """`factor * value`, without the multiplication when it changes nothing."""
    return value if factor == 1 else value * factor
