"""AdaptiveLogSoftmaxWithLoss module (`torch/nn/modules/adaptive.py`)."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

from torch.nn import functional as F
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])


class AdaptiveLogSoftmaxWithLoss(Module):
    """Approximate softmax over many classes, sorted by frequency (Grave et al. 2017).

    The head has the frequent classes and one entry per cluster of rare classes, which are computed
    only for targets in them. Input (N, in_features) or (in_features), target (N) or ().
    """

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False,
                 device=None, dtype=None):
        super().__init__()
        cutoffs = list(cutoffs)
        if not cutoffs:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        if (cutoffs != sorted(set(cutoffs)) or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1
                or any(int(c) != c for c in cutoffs)):
            raise ValueError(
                "cutoffs should be a sequence of unique, positive integers sorted in an increasing "
                "order, where each value is between 1 and n_classes-1"
            )
        options = {"device": device, "dtype": dtype}
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = cutoffs[0]
        self.n_clusters = len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **options)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            inner = int(in_features // div_value ** (i + 1))
            count = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(
                Linear(in_features, inner, bias=False, **options),
                Linear(inner, count, bias=False, **options),
            ))

    def reset_parameters(self) -> None:
        """Draw all parameters."""
        self.head.reset_parameters()
        for part in self.tail:
            for layer in part:
                layer.reset_parameters()

    def forward(self, input_: Tensor, target_: Tensor) -> tuple[Any, ...]:
        check_target(input_, target_)
        is_unbatched = target_.dim() == 0
        input = input_.unsqueeze(0) if is_unbatched else input_
        target = target_.unsqueeze(0) if is_unbatched else target_
        in_range = (target >= 0) & (target < self.n_classes)
        if not bool(in_range.all()):
            raise RuntimeError(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                f"[{target.min().item()}, {target.max().item()}] were found. "
            )
        output, head_indices = input.new_zeros(target.size(0)), target.clone()
        for i, low in enumerate(self.cutoffs[:-1]):
            rows = ((target >= low) & (target < self.cutoffs[i + 1])).nonzero().squeeze(1)
            if not rows.numel():
                continue
            logits = self.tail[i](input.index_select(0, rows))
            index = (target[rows] - low).unsqueeze(1)
            local = F.log_softmax(logits, dim=1).gather(1, index).squeeze(1)
            output.index_copy_(0, rows, local)
            head_indices.index_fill_(0, rows, self.shortlist_size + i)
        head = F.log_softmax(self.head(input), dim=1)
        output += head.gather(1, head_indices.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output.squeeze(0) if is_unbatched else output, loss)

    def log_prob(self, input: Tensor) -> Tensor:
        """Return the log probabilities of all classes, shape (N, n_classes)."""
        head = F.log_softmax(self.head(input), dim=1)
        out = input.new_empty((head.size(0), self.n_classes))
        out[:, :self.shortlist_size] = head[:, :self.shortlist_size]
        for i, start in enumerate(self.cutoffs[:-1]):
            local = F.log_softmax(self.tail[i](input), dim=1)
            cluster = head[:, self.shortlist_size + i].unsqueeze(1)
            out[:, start:self.cutoffs[i + 1]] = local + cluster
        return out

    def predict(self, input: Tensor) -> Tensor:
        """Return the most probable class of each row, shape (N)."""
        output = self.head(input).argmax(dim=1)
        rare = output >= self.shortlist_size
        if bool(rare.any()):
            output[rare] = self.log_prob(input[rare]).argmax(dim=1)
        return output


def check_target(input: Tensor, target: Tensor) -> None:
    """Raise torch's RuntimeErrors unless the shape of `target` fits `input`."""
    if target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if target.dim() == 1 and input.size(0) != target.size(0):
        raise RuntimeError("Input and target should have the same size in the batch dimension.")
    if input.dim() != target.dim() + 1:
        raise RuntimeError(
            f"{target.dim()}D target tensor expects {target.dim() + 1}D input tensors, but found "
            f"inputs with size {input.size()}"
        )
