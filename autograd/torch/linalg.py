"""`torch.linalg`: linear algebra."""

from __future__ import annotations

from collections.abc import Callable as _Callable
from typing import TYPE_CHECKING, Any as _Any

from autograd.engine.transform_levels import with_vmap_fallback as _with_vmap_fallback
from autograd.functions.linalg import (
    contractions as _contractions,
    decompositions as _decompositions,
    factorizations as _factorizations,
    matmul as _matmul,
    matrices as _matrices,
    norms as _norms,
    solve as _solve,
)
from autograd.functions.linalg.vander import vandermonde_matrices as _powers
from autograd.functions.nn.c_argument_checks import wrap_native as _wrap_native
from autograd.functions.shape.diagonals import diagonal as _diagonal
from autograd.functions.tensor_api.out_argument import with_out as _with_out
from autograd.kernels.lapack import LinAlgError  # noqa: F401
from autograd.runtime import function_record as _facts
from autograd.tensor.return_types import make_named_tuple as _named

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor as _Tensor


def _publish(name: str) -> _Callable[[_Callable[..., _Any]], _Callable[..., _Any]]:
    """Return a decorator for the public function of torch's op `name`.

    The function takes `out=` if the op does, checks its arguments as torch's C++ does, and falls
    back to a loop under vmap.
    """

    def decorate(function: _Callable[..., _Any]) -> _Callable[..., _Any]:
        if _facts.record(name).out is not None:
            function = _with_out(function, name)
        return _wrap_native(_with_vmap_fallback(function), "torch.linalg", name)

    return decorate


cholesky = _publish("linalg_cholesky")(_decompositions.linalg_cholesky)
cholesky_ex = _publish("linalg_cholesky_ex")(_decompositions.cholesky_ex)
cond = _publish("linalg_cond")(_norms.cond)
cross = _publish("linalg_cross")(_contractions.linalg_cross)
det = _publish("linalg_det")(_matrices.det)
eig = _publish("linalg_eig")(_decompositions.eig)
eigh = _publish("linalg_eigh")(_decompositions.eigh)
eigvals = _publish("linalg_eigvals")(_decompositions.eigvals)
eigvalsh = _publish("linalg_eigvalsh")(_decompositions.eigvalsh)
householder_product = _publish("linalg_householder_product")(_factorizations.householder_product)
inv = _publish("linalg_inv")(_matrices.inv)
inv_ex = _publish("linalg_inv_ex")(_matrices.inv_ex)
ldl_factor = _publish("linalg_ldl_factor")(_factorizations.ldl_factor)
ldl_factor_ex = _publish("linalg_ldl_factor_ex")(_factorizations.ldl_factor_ex)
ldl_solve = _publish("linalg_ldl_solve")(_factorizations.ldl_solve)
lstsq = _publish("linalg_lstsq")(_decompositions.lstsq)
lu = _publish("linalg_lu")(_decompositions.lu)
lu_factor = _publish("linalg_lu_factor")(_factorizations.lu_factor)
lu_factor_ex = _publish("linalg_lu_factor_ex")(_factorizations.lu_factor_ex)
lu_solve = _publish("linalg_lu_solve")(_factorizations.linalg_lu_solve)
matmul = _publish("linalg_matmul")(_matmul.matmul)
matrix_exp = _publish("linalg_matrix_exp")(_matrices.matrix_exp)
matrix_norm = _publish("linalg_matrix_norm")(_norms.matrix_norm)
matrix_power = _publish("linalg_matrix_power")(_matrices.matrix_power)
matrix_rank = _publish("linalg_matrix_rank")(_matrices.matrix_rank)
multi_dot = _publish("linalg_multi_dot")(_contractions.multi_dot)
norm = _publish("linalg_norm")(_norms.norm)
pinv = _publish("linalg_pinv")(_matrices.pinv)
qr = _publish("linalg_qr")(_decompositions.linalg_qr)
solve = _publish("linalg_solve")(_solve.solve)
solve_ex = _publish("linalg_solve_ex")(_solve.solve_ex)
solve_triangular = _publish("linalg_solve_triangular")(_solve.solve_triangular)
svd = _publish("linalg_svd")(_decompositions.linalg_svd)
svdvals = _publish("linalg_svdvals")(_decompositions.svdvals)
tensorinv = _publish("linalg_tensorinv")(_decompositions.tensorinv)
tensorsolve = _publish("linalg_tensorsolve")(_decompositions.tensorsolve)
vecdot = _publish("linalg_vecdot")(_decompositions.vecdot)
vector_norm = _publish("linalg_vector_norm")(_norms.vector_norm)


@_publish("linalg_diagonal")
def diagonal(A: _Any, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> _Tensor:
    """Return views of the diagonals of matrices."""
    return _diagonal(A, offset, dim1, dim2)


@_publish("linalg_vander")
def vander(x: _Tensor, *, N: int | None = None) -> _Tensor:
    """Return the Vandermonde matrix of `x`: ascending powers, one column for each."""
    return _powers(x, N)


@_publish("linalg_slogdet")
@_facts.declare(
    "linalg_slogdet",
    out=_facts.Out(called="_linalg_slogdet", dtype_errors=(_facts.EXPECTED,) * 3),
    fields=("sign", "logabsdet"),
)
def slogdet(A: _Any) -> _Any:
    """Return the sign and the logarithm of the absolute value of the determinant."""
    return _named("linalg_slogdet", _matrices.slogdet_of(A))
