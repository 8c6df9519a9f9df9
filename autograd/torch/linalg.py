"""`torch.linalg`: linear algebra."""

from __future__ import annotations

from types import FunctionType as _FunctionType
from typing import TYPE_CHECKING, Any

from autograd.engine.transform_levels import with_vmap_fallback as _with_vmap_fallback
from autograd.functions.linalg.contractions import linalg_cross as cross, multi_dot  # noqa: F401
from autograd.functions.linalg.decompositions import (  # noqa: F401
    cholesky_ex, eig, eigh, eigvals, eigvalsh, linalg_cholesky as cholesky, linalg_qr as qr,
    linalg_svd as svd, lstsq, lu, svdvals, tensorinv, tensorsolve, vecdot,
)
from autograd.functions.linalg.factorizations import (  # noqa: F401
    householder_product, ldl_factor, ldl_factor_ex, ldl_solve, linalg_lu_solve as lu_solve,
    lu_factor, lu_factor_ex,
)
from autograd.functions.linalg.matmul import matmul  # noqa: F401
from autograd.functions.linalg.matrices import (  # noqa: F401
    det, inv, inv_ex, matrix_exp, matrix_power, matrix_rank, pinv, slogdet_of as _slogdet,
)
from autograd.functions.linalg.norms import cond, matrix_norm, norm, vector_norm  # noqa: F401
from autograd.functions.linalg.solve import solve, solve_ex, solve_triangular  # noqa: F401
from autograd.functions.linalg.vander import vandermonde_matrices as _powers
from autograd.functions.nn.c_argument_checks import wrap_native as _handed
from autograd.functions.shape.diagonals import diagonal as _diagonal
from autograd.functions.tensor_api.out_argument import with_out as _with_out
from autograd.kernels.lapack import LinAlgError  # noqa: F401
from autograd.runtime import function_record as _facts
from autograd.tensor.return_types import named as _named

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def diagonal(A: Any, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Return views of the diagonals of matrices."""
    return _diagonal(A, offset, dim1, dim2)


def vander(x: Tensor, *, N: int | None = None) -> Tensor:
    """Return the Vandermonde matrix of `x`: ascending powers, one column for each."""
    return _powers(x, N)


@_facts.declare(
    "linalg_slogdet",
    out=_facts.Out(called="_linalg_slogdet", dtype_errors=(_facts.EXPECTED,) * 3),
    fields=("sign", "logabsdet"),
)
def slogdet(A: Any) -> Any:
    """Return the sign and the logarithm of the absolute value of the determinant."""
    return _named("linalg_slogdet", _slogdet(A))


_PLACE = "torch.linalg"

for _name, _function in tuple(globals().items()):
    if isinstance(_function, _FunctionType) and not _name.startswith("_"):
        if _facts.record(f"linalg_{_name}").out is not None:
            _function = _with_out(_function, f"linalg_{_name}")
        globals()[_name] = _handed(_with_vmap_fallback(_function), _PLACE, f"linalg_{_name}")
