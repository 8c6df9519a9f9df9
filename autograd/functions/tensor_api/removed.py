"""Functions that torch 2.13 removed, which only raise an error about their replacement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.functions.tensor_api.binding import method
from autograd.runtime.registry import export

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

REMOVED = "This function was deprecated since version 1.9 and is now removed."


@export()
@method()
def matrix_rank(
        input: Tensor, tol: Any = None, symmetric: bool = False, *, out: Any = None) -> None:
    """Raise torch's error: see `torch.linalg.matrix_rank`."""
    raise RuntimeError(
        f"{REMOVED}\nPlease use the `torch.linalg.matrix_rank` function instead. The parameter "
        "'symmetric' was renamed in `torch.linalg.matrix_rank()` to 'hermitian'."
    )


@export()
@method()
def solve(input: Tensor, A: Tensor, *, out: Any = None) -> None:
    """Raise torch's error: see `torch.linalg.solve`."""
    raise RuntimeError(
        f"{REMOVED} `torch.solve` is deprecated in favor of `torch.linalg.solve`. "
        "`torch.linalg.solve` has its arguments reversed and does not return the LU "
        "factorization.\n\nTo get the LU factorization see `torch.lu`, which can be used with "
        "`torch.lu_solve` or `torch.lu_unpack`.\n"
        "X = torch.solve(B, A).solution should be replaced with:\nX = torch.linalg.solve(A, B)"
    )


@export()
@method()
def lstsq(input: Tensor, A: Tensor, *, out: Any = None) -> None:
    """Raise torch's error: see `torch.linalg.lstsq`."""
    raise RuntimeError(
        f"{REMOVED} `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n"
        "`torch.linalg.lstsq` has reversed arguments and does not return the QR decomposition in "
        "the returned tuple (although it returns other information about the problem).\n\nTo get "
        "the QR decomposition consider using `torch.linalg.qr`.\n\nThe returned solution in "
        "`torch.lstsq` stored the residuals of the solution in the last m - n columns of the "
        "returned value whenever m > n. In torch.linalg.lstsq, the residuals are in the field "
        "'residuals' of the returned named tuple.\n\nThe unpacking of the solution, as in\n"
        "X, _ = torch.lstsq(B, A).solution[:A.size(1)]\nshould be replaced with:\n"
        "X = torch.linalg.lstsq(A, B).solution"
    )


@export()
@method()
def symeig(
        input: Tensor, eigenvectors: bool = False, upper: bool = True, *, out: Any = None) -> None:
    """Raise torch's error: see `torch.linalg.eigh`."""
    raise RuntimeError(
        f"{REMOVED} The default behavior has changed from using the upper triangular portion of "
        "the matrix by default to using the lower triangular portion.\n\n"
        "L, _ = torch.symeig(A, upper=upper) should be replaced with:\n"
        "L = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\n\nand\n\n"
        "L, V = torch.symeig(A, eigenvectors=True) should be replaced with:\n"
        "L, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')"
    )


@export()
@method()
def eig(self, eigenvectors: bool = False, *, e: Any = None, v: Tensor | None = None) -> None:
    """Raise torch's error: see `torch.linalg.eig`."""
    raise RuntimeError(
        f"{REMOVED} `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` "
        "rather than real tensors mimicking complex tensors.\n\n"
        "L, _ = torch.eig(A) should be replaced with:\nL_complex = torch.linalg.eigvals(A)\n\n"
        "and\n\nL, V = torch.eig(A, eigenvectors=True) should be replaced with:\n"
        "L_complex, V_complex = torch.linalg.eig(A)"
    )


@method(qualified=True)
def reinforce(self, reward: Any) -> None:
    """Raise torch's error: see `torch.distributions`."""
    raise RuntimeError(
        "reinforce() was removed.\nUse torch.distributions instead.\n"
        "See https://pytorch.org/docs/main/distributions.html\n\nInstead of:\n\n"
        "probs = policy_network(state)\naction = probs.multinomial()\n"
        "next_state, reward = env.step(action)\naction.reinforce(reward)\naction.backward()\n\n"
        "Use:\n\nprobs = policy_network(state)\n"
        "# NOTE: categorical is equivalent to what used to be called multinomial\n"
        "m = torch.distributions.Categorical(probs)\naction = m.sample()\n"
        "next_state, reward = env.step(action)\nloss = -m.log_prob(action) * reward\n"
        "loss.backward()\n"
    )
