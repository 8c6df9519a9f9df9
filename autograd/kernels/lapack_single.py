"""Eigenvalues or singular values of matrices in single precision.

`numpy.linalg` computes those of single precision in double and rounds: that takes another number of
iterations than LAPACK's single-precision routines, and gives other signs. numpy's private loops
include the single-precision routines; where they are missing, the public functions serve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import errstate  # numpy's own, even if a program replaces it
from numpy.linalg import LinAlgError

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

LOOPS = getattr(np.linalg, "_umath_linalg", None)
RESULTS = {"svd_f": "mrm", "svd_s": "mrm", "svd": "r", "eigh_lo": "rm", "eigh_up": "rm",
           "eigvalsh_lo": "r", "eigvalsh_up": "r", "eig": "cc"}
KINDS = {"f": {"m": "f", "r": "f", "c": "F"}, "F": {"m": "F", "r": "f"}}


def svd(A: np.ndarray, full_matrices: bool = True) -> Any:
    """Return `(U, S, Vh)`."""
    found = call_float32_loop("svd_f" if full_matrices else "svd_s", A)
    return np.linalg.svd(A, full_matrices=full_matrices) if found is None else found


def svdvals(A: np.ndarray) -> Any:
    """Return the singular values alone, the largest first."""
    found = call_float32_loop("svd", A)
    return np.linalg.svd(A, compute_uv=False) if found is None else found


def eigh(A: np.ndarray, upper: bool = False) -> Any:
    """Return eigenvalues in ascending order and eigenvectors of symmetric matrices."""
    found = call_float32_loop("eigh_up" if upper else "eigh_lo", A)
    return np.linalg.eigh(A, "U" if upper else "L") if found is None else found


def eigvalsh(A: Tensor, upper: bool = False) -> Any:
    """Return the eigenvalues alone of symmetric matrices."""
    found = call_float32_loop("eigvalsh_up" if upper else "eigvalsh_lo", A)
    return np.linalg.eigvalsh(A, "U" if upper else "L") if found is None else found


def eig(A: np.ndarray) -> Any:
    """Return eigenvalues and eigenvectors, which may be complex."""
    found = call_float32_loop("eig", A)
    return np.linalg.eig(A) if found is None else found


def call_float32_loop(name: str, A: Any) -> np.ndarray | tuple[np.ndarray, ...] | None:
    """Return the result of numpy's single-precision loop of this name, or None if it has none."""
    results, kinds = RESULTS[name], KINDS.get(A.dtype.char, {})
    if not A.size or not set(results) <= set(kinds) or not hasattr(LOOPS, name):
        return None
    signature = f"{A.dtype.char}->{''.join(kinds[each] for each in results)}"
    with errstate(
            call=raise_not_converged, invalid="call", over="ignore", divide="ignore",
                under="ignore"):
        return getattr(LOOPS, name)(A, signature=signature)


def raise_not_converged(error: type, flag: Any) -> None:
    """Raise numpy's error for a LAPACK routine that does not converge."""
    raise LinAlgError("LAPACK did not converge")
