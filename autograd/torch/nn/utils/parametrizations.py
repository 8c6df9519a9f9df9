"""`torch.nn.utils.parametrizations`: orthogonal weights, spectral norm, weight norm."""

from __future__ import annotations

from torch.nn.modules.module import Module
from torch.nn.utils.parametrize import register_parametrization
from torch.nn.utils.spectral_norm import as_matrix

from autograd.functions.creation.filled import eye, zeros_like
from autograd.functions.linalg.factorizations import geqrf, householder_product
from autograd.functions.linalg.matrices import matrix_exp
from autograd.functions.linalg.solve import solve
from autograd.functions.nn.normalization import apply_weight_norm, norm_except_dim, normalize
from autograd.functions.pointwise.comparisons import allclose
from autograd.functions.random.random import randn
from autograd.functions.shape.concatenation import cat
from autograd.runtime.grad_mode import no_grad
from autograd.tensor.dtype_limits import finfo
from autograd.tensor.tensor import Tensor

ORTHOGONAL_MAPS = ("matrix_exp", "cayley", "householder")


def is_orthogonal(Q: Tensor) -> bool:
    """Return True if the columns of Q are orthonormal."""
    identity = eye(Q.size(-1), dtype=Q.dtype)
    return allclose(Q.mH @ Q, identity, atol=10.0 * Q.size(-2) * finfo(Q.dtype).eps)


def orthogonalize(A: Tensor) -> Tensor:
    """Return the QR factor Q of a tall matrix for which R has a positive diagonal."""
    X, tau = geqrf(A)
    return householder_product(X, tau) * X.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


class _Orthogonal(Module):
    """Map of any matrix to one with orthonormal columns (a wide one: rows).

    With trivialization the result is multiplied by the buffer `base`, an orthogonal matrix.
    """

    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X: Tensor) -> Tensor:
        is_wide = X.size(-2) < X.size(-1)
        X = X.mT if is_wide else X
        n, k = X.size(-2), X.size(-1)
        if self.orthogonal_map == "householder":
            A = X.tril(-1)
            Q = householder_product(A, 2.0 / (1.0 + (A * A).sum(-2)))
            Q = Q * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)
        else:
            Q = self._skew_map(X, n, k)
        if hasattr(self, "base"):
            Q = self.base @ Q
        return Q.mT if is_wide else Q

    def _skew_map(self, X, n, k):
        X = X.tril()
        if n != k:
            X = cat([X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], -1)
        A = X - X.mH
        if self.orthogonal_map == "matrix_exp":
            Q = matrix_exp(A)
        else:
            identity = eye(n, dtype=A.dtype)
            Q = solve(identity.add(A, alpha=-0.5), identity.add(A, alpha=0.5))
        return Q[..., :k] if n != k else Q

    def right_inverse(self, Q: Tensor) -> Tensor:
        """Return a matrix that maps to Q, which is orthogonalized first if it is not orthogonal.

        Raises ValueError if the shape differs, NotImplementedError without trivialization for
        maps other than householder.
        """
        if Q.shape != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of "
                f"shape {Q.shape}."
            )
        with no_grad():
            is_wide, original = Q.size(-2) < Q.size(-1), Q
            Q = Q.mT if is_wide else Q
            if not hasattr(self, "base"):
                return self._householder_inverse(Q, is_wide)
            n, k = Q.size(-2), Q.size(-1)
            if n != k:
                Q = orthogonalize(cat([Q, randn(*Q.size()[:-2], n, n - k, dtype=Q.dtype)], -1))
            else:
                Q = Q.clone() if is_orthogonal(Q) else orthogonalize(Q)
            self.base = Q
            negative = zeros_like(original)
            negative.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
            return negative

    def _householder_inverse(self, Q, is_wide):
        if self.orthogonal_map != "householder":
            raise NotImplementedError(
                "It is not possible to assign to the matrix exponential or the Cayley "
                "parametrizations when use_trivialization=False."
            )
        A, tau = geqrf(Q)
        diagonal = A.diagonal(dim1=-2, dim2=-1)
        diagonal.sign_()
        diagonal[tau == 0.0] *= -1
        return A.mT if is_wide else A


def orthogonal(
        module: Module, name: str = "weight", orthogonal_map: str | None = None, *,
        use_trivialization: bool = True) -> Module:
    """Parametrize a weight by an orthogonal map: matrix_exp, cayley or householder."""
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if weight.dim() < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.dim()} "
                         "dimensions.")
    if orthogonal_map is None:
        square = weight.size(-2) == weight.size(-1) or weight.is_complex()
        orthogonal_map = "matrix_exp" if square else "householder"
    if orthogonal_map not in ORTHOGONAL_MAPS:
        raise ValueError(
            'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". '
            f"Got: {orthogonal_map}"
        )
    orth = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    return register_parametrization(module, name, orth, unsafe=True)


class _WeightNorm(Module):
    """Weight from its norm and its direction."""

    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        return apply_weight_norm(weight_v, weight_g, self.dim)

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        """Return the norm of a weight, and the weight as its direction."""
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module: Module, name: str = "weight", dim: int = 0) -> Module:
    """Parametrize a weight by its norm (`original0`) and direction (`original1`)."""
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def rename_old_keys(module, state_dict, prefix, *rest):
        for i, old in enumerate("gv"):
            key = f"{prefix}{name}_{old}"
            if key in state_dict:
                state_dict[f"{prefix}parametrizations.{name}.original{i}"] = state_dict.pop(key)

    module.register_load_state_dict_pre_hook(rename_old_keys)
    return module


class _SpectralNorm(Module):
    """Weight divided by an estimate of its largest singular value.

    The buffers `_u` and `_v` hold the singular vectors of the power iteration.
    """

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.dim()
        if not -ndim <= dim < ndim:
            raise IndexError(
                "Dimension out of range (expected to be in range of "
                f"[-{ndim}, {ndim - 1}] but got {dim})"
            )
        if n_power_iterations <= 0:
            raise ValueError(
                "Expected n_power_iterations to be positive, but got n_power_iterations="
                f"{n_power_iterations}"
            )
        self.dim, self.eps = dim % ndim, eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = as_matrix(weight, self.dim)
            rows, columns = matrix.size()
            u = matrix.new_empty(rows).normal_(0, 1)
            v = matrix.new_empty(columns).normal_(0, 1)
            self.register_buffer("_u", normalize(u, dim=0, eps=eps))
            self.register_buffer("_v", normalize(v, dim=0, eps=eps))
            self._power_method(matrix, 15)

    def _power_method(self, matrix, count):
        with no_grad():
            for _ in range(count):
                self._u.copy_(normalize(matrix.mv(self._v), dim=0, eps=self.eps))
                self._v.copy_(normalize(matrix.mH.mv(self._u), dim=0, eps=self.eps))

    def forward(self, weight: Tensor) -> Tensor:
        if weight.dim() == 1:
            return normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / u.vdot(matrix.mv(v))

    def right_inverse(self, value: Tensor) -> Tensor:
        """Return the weight itself."""
        return value


def spectral_norm(
        module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12,
        dim: int | None = None) -> Module:
    """Parametrize a weight so that its largest singular value is 1."""
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if dim is None:
        dim = 1 if type(module).__name__.startswith("ConvTranspose") else 0
    return register_parametrization(
        module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))
