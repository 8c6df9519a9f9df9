"""Embedding modules (`torch/nn/modules/sparse.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograd.functions.nn.embedding import wrap_padding_idx
from torch import empty, no_grad
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class Embedding(Module):
    """Lookup table of `num_embeddings` vectors: indices (*) to vectors (*, embedding_dim).

    `weight` has shape (num_embeddings, embedding_dim).
    """

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None,
                 norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None,
                 _freeze=False, device=None, dtype=None):
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        if padding_idx is not None:
            padding_idx = wrap_padding_idx(padding_idx, num_embeddings, "Padding_idx")
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        if _weight is None:
            options = {"device": device, "dtype": dtype}
            self.weight = Parameter(empty((num_embeddings, embedding_dim), **options), not _freeze)
            self.reset_parameters()
        else:
            if list(_weight.shape) != [num_embeddings, embedding_dim]:
                raise AssertionError(
                    "Shape of weight does not match num_embeddings and embedding_dim"
                )
            self.weight = Parameter(_weight, requires_grad=not _freeze)
        self.sparse = sparse

    def reset_parameters(self) -> None:
        """Draw `weight` from the standard normal distribution; set the padding row to 0."""
        init.normal_(self.weight)
        self._fill_padding_idx_with_zero()

    def _fill_padding_idx_with_zero(self):
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input: Tensor) -> Tensor:
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
                           self.scale_grad_by_freq, self.sparse)

    def extra_repr(self) -> str:
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        defaults = {"padding_idx": None, "max_norm": None, "scale_grad_by_freq": False}
        changed = {name for name, value in defaults.items() if getattr(self, name) is not value}
        for name in ("padding_idx", "max_norm", "norm_type", "scale_grad_by_freq"):
            if name in changed or name == "norm_type" and self.norm_type != 2:
                text += f", {name}={getattr(self, name)}"
        return text + ", sparse=True" * (self.sparse is not False)

    @classmethod
    def from_pretrained(
            cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None,
            max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
            sparse: bool = False) -> Embedding:
        """Return an Embedding of given vectors, not learned unless `freeze` is False."""
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        return cls(
            num_embeddings=rows, embedding_dim=columns, _weight=embeddings, _freeze=freeze,
            padding_idx=padding_idx, max_norm=max_norm, norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq, sparse=sparse,
        )


class EmbeddingBag(Module):
    """Sum, mean or maximum (`mode`) of the embeddings of each bag of indices.

    `input` is (N, L), or (L,) with the start of each bag in `offsets`; output (N, embedding_dim).
    """

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, mode="mean", sparse=False, _weight=None,
                 include_last_offset=False, padding_idx=None, device=None, dtype=None):
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        if padding_idx is not None:
            padding_idx = wrap_padding_idx(padding_idx, num_embeddings, "padding_idx")
        self.padding_idx = padding_idx
        if _weight is None:
            options = {"device": device, "dtype": dtype}
            self.weight = Parameter(empty((num_embeddings, embedding_dim), **options))
            self.reset_parameters()
        else:
            self.weight = Parameter(_weight)
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset

    def reset_parameters(self) -> None:
        """Draw `weight` from the standard normal distribution; set the padding row to 0."""
        init.normal_(self.weight)
        self._fill_padding_idx_with_zero()

    def _fill_padding_idx_with_zero(self):
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    @classmethod
    def from_pretrained(
            cls, embeddings: Tensor, freeze: bool = True, max_norm: float | None = None,
            norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
            sparse: bool = False, include_last_offset: bool = False,
            padding_idx: int | None = None) -> EmbeddingBag:
        """Return an EmbeddingBag of given vectors, not learned unless `freeze` is False."""
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        bag = cls(
            num_embeddings=rows, embedding_dim=columns, _weight=embeddings, max_norm=max_norm,
            norm_type=norm_type, scale_grad_by_freq=scale_grad_by_freq, mode=mode, sparse=sparse,
            include_last_offset=include_last_offset, padding_idx=padding_idx,
        )
        bag.weight.requires_grad = not freeze
        return bag

    def forward(
            self, input: Tensor, offsets: Tensor | None = None,
            per_sample_weights: Tensor | None = None) -> Tensor:
        return F.embedding_bag(
            input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq,
            self.mode, self.sparse, per_sample_weights, self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self) -> str:
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.max_norm is not None:
            text += f", max_norm={self.max_norm!r}"
        if self.norm_type != 2:
            text += f", norm_type={self.norm_type!r}"
        if self.scale_grad_by_freq is not False:
            text += f", scale_grad_by_freq={self.scale_grad_by_freq!r}"
        text += f", mode={self.mode!r}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        return text
