"""An approximation of the softmax over many classes: rare ones wait in clusters."""

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
    """Log probabilities of targets: frequent classes at once, the others by cluster and class."""

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
        kind = {"device": device, "dtype": dtype}
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = cutoffs[0]
        self.n_clusters = len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **kind)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            inner = int(in_features // div_value ** (i + 1))
            count = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(
                Linear(in_features, inner, bias=False, **kind),
                Linear(inner, count, bias=False, **kind),
            ))

    def reset_parameters(self) -> None:
        """Draw all parameters anew."""
        self.head.reset_parameters()
        for part in self.tail:
            for layer in part:
                layer.reset_parameters()

    def forward(self, input_: Tensor, target_: Tensor) -> tuple[Any, ...]:
        check_target(input_, target_)
        alone = target_.dim() == 0
        input = input_.unsqueeze(0) if alone else input_
        target = target_.unsqueeze(0) if alone else target_
        inside = (target >= 0) & (target < self.n_classes)
        if not bool(inside.all()):
            raise RuntimeError(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                f"[{target.min().item()}, {target.max().item()}] were found. "
            )
        output, places = input.new_zeros(target.size(0)), target.clone()
        for i, low in enumerate(self.cutoffs[:-1]):
            rows = ((target >= low) & (target < self.cutoffs[i + 1])).nonzero().squeeze(1)
            if not rows.numel():
                continue
            logits = self.tail[i](input.index_select(0, rows))
            chosen = (target[rows] - low).unsqueeze(1)
            local = F.log_softmax(logits, dim=1).gather(1, chosen).squeeze(1)
            output.index_copy_(0, rows, local)
            places.index_fill_(0, rows, self.shortlist_size + i)
        head = F.log_softmax(self.head(input), dim=1)
        output += head.gather(1, places.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output.squeeze(0) if alone else output, loss)

    def log_prob(self, input: Tensor) -> Tensor:
        """The log probabilities of all classes."""
        head = F.log_softmax(self.head(input), dim=1)
        out = input.new_empty((head.size(0), self.n_classes))
        out[:, :self.shortlist_size] = head[:, :self.shortlist_size]
        for i, start in enumerate(self.cutoffs[:-1]):
            inside = F.log_softmax(self.tail[i](input), dim=1)
            cluster = head[:, self.shortlist_size + i].unsqueeze(1)
            out[:, start:self.cutoffs[i + 1]] = inside + cluster
        return out

    def predict(self, input: Tensor) -> Tensor:
        """The most probable class of each row."""
        output = self.head(input).argmax(dim=1)
        rare = output >= self.shortlist_size
        if bool(rare.any()):
            output[rare] = self.log_prob(input[rare]).argmax(dim=1)
        return output


def check_target(input: Tensor, target: Tensor) -> None:
    """Raise torch's errors unless the target fits the input."""
    if target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if target.dim() == 1 and input.size(0) != target.size(0):
        raise RuntimeError("Input and target should have the same size in the batch dimension.")
    if input.dim() != target.dim() + 1:
        raise RuntimeError(
            f"{target.dim()}D target tensor expects {target.dim() + 1}D input tensors, but found "
            f"inputs with size {input.size()}"
        )
