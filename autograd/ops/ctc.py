"""The derivative table: connectionist temporal classification, over all alignments of labels."""

from __future__ import annotations

from typing import Any

from autograd.graph.saved_attributes import saved, saved_all, saved_by
from autograd.kernels.ctc import all_scores, losses_of_paths, slopes_of_paths
from autograd.ops.double_backward import last_backward_op
from autograd.ops.record import d, op
from autograd.tensor.tensor import wrap


def alignment_log_probs(log_probs: Any, targets: Any, input_lengths: Any, blank: Any) -> Any:
    """The logarithms of all ways to come to each label, step by step."""
    return wrap(all_scores(log_probs._array, targets, input_lengths, blank))


ctc_loss = op("ctc_loss", "CtcLossBackward0",
    lambda log_probs, labels, *, targets, input_lengths, target_lengths, blank, zero_infinity:
        losses_of_paths(log_probs, targets, input_lengths, blank),
    r"-\ln \textstyle\sum_{\text{alignments}} e^{\sum $log_probs}",
    log_probs=d(lambda grad, log_probs, result, targets, input_lengths, blank, zero_infinity:
                ctc_loss_backward(grad, log_probs, result, targets=targets,
                                  input_lengths=input_lengths, blank=blank,
                                  zero_infinity=zero_infinity),
                r"$grad \odot \left(e^{$log_probs} - p(\text{label} \mid \text{target})\right)"),
    saves={
        **saved_all("input_lengths", "target_lengths"), "targets": saved("labels"),
        "result0": saved("result"), "result": None, "result1": saved_by(alignment_log_probs)},
    vmap_composed=("ctc_loss.IntList", "_ctc_loss"),
    no_forward_ad="_ctc_loss")

ctc_loss_backward = last_backward_op("ctc_loss_backward", "NotImplemented",
    lambda grad, log_probs, neg_log_likelihood, *, targets, input_lengths, blank, zero_infinity:
        slopes_of_paths(grad, log_probs, targets, input_lengths, blank, zero_infinity),
    r"$grad \odot \left(e^{$log_probs} - p(\text{label} \mid \text{target})\right)",
    lambda: raise_not_differentiable(),
    vmap_warning="_ctc_loss_backward")


def raise_not_differentiable() -> None:
    """torch defines no such derivative and says so."""
    raise RuntimeError("derivative for aten::_ctc_loss_backward is not implemented")
