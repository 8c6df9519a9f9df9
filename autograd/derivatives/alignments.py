"""The derivative table: connectionist temporal classification, over all alignments of labels."""

import numpy as np

from autograd.derivatives.slopes import last_slope
from autograd.op import d, op

ctc_loss = op("ctc_loss", "CtcLossBackward0",
    lambda log_probs, labels, *, targets, input_lengths, target_lengths, blank, zero_infinity:
        losses(log_probs, targets, input_lengths, blank),
    r"-\ln \textstyle\sum_{\text{alignments}} e^{\sum $log_probs}",
    log_probs=d(lambda grad, log_probs, targets, input_lengths, blank, zero_infinity:
                ctc_loss_backward(grad, log_probs, targets=targets, input_lengths=input_lengths,
                                  blank=blank, zero_infinity=zero_infinity),
                r"$grad \odot \left(e^{$log_probs} - p(\text{label} \mid \text{target})\right)"))

ctc_loss_backward = last_slope("ctc_loss_backward", "NotImplemented",
    lambda grad, log_probs, *, targets, input_lengths, blank, zero_infinity: slopes(
        grad, log_probs, targets, input_lengths, blank, zero_infinity),
    r"$grad \odot \left(e^{$log_probs} - p(\text{label} \mid \text{target})\right)",
    lambda: refused())


def refused():
    """torch defines no such derivative and says so."""
    raise RuntimeError("derivative for aten::_ctc_loss_backward is not implemented")


def spaced(target, blank):
    """The labels of a target with a blank before, between and after them."""
    made = np.full(2 * len(target) + 1, blank)
    made[1::2] = target
    return made


def forward_scores(scores, labels):
    """For each step and label the logarithm of all ways to have come there (Graves 2006)."""
    alpha = np.full(scores.shape, -np.inf)
    alpha[0, :2] = scores[0, :2]
    skips = np.zeros(len(labels), bool)
    skips[2:] = labels[2:] != labels[:-2]  # a blank may be left out between different labels
    skips[::2] = False
    for t in range(1, len(scores)):
        before = alpha[t - 1]
        best = before.copy()
        best[1:] = np.logaddexp(best[1:], before[:-1])
        best[2:] = np.where(skips[2:], np.logaddexp(best[2:], before[:-2]), best[2:])
        alpha[t] = best + scores[t]
    return alpha


def total_of(alpha):
    """The logarithm of all ways to end in the last label or in the blank behind it."""
    return np.logaddexp.reduce(alpha[-1, -2:])


def each_target(log_probs, targets, input_lengths, blank):
    """For each sequence of the batch its labels and their scores, step by step."""
    for i, (target, length) in enumerate(zip(targets, input_lengths)):
        labels = spaced(np.asarray(target, np.int64), blank)
        yield i, labels, log_probs[:length, i].astype(np.float64)[:, labels]


def all_scores(log_probs, targets, input_lengths, blank):
    """The scores of `forward_scores` of all sequences, as torch's node keeps them."""
    width = 2 * max(map(len, targets), default=0) + 1
    made = np.full((log_probs.shape[1], log_probs.shape[0], width), -np.inf)
    for i, labels, scores in each_target(log_probs, targets, input_lengths, blank):
        made[i, :len(scores), :len(labels)] = forward_scores(scores, labels)
    return made.astype(log_probs.dtype)


@np.errstate(invalid="ignore")
def losses(log_probs, targets, input_lengths, blank):
    """The loss of each sequence of a batch; infinite where its target does not fit."""
    made = np.zeros(log_probs.shape[1])
    for i, labels, scores in each_target(log_probs, targets, input_lengths, blank):
        if len(scores):
            made[i] = -total_of(forward_scores(scores, labels))
        else:
            made[i] = 0.0 if len(labels) == 1 else np.inf
    return made.astype(log_probs.dtype)


@np.errstate(invalid="ignore")
def slopes(grad, log_probs, targets, input_lengths, blank, zero_infinity):
    """The gradient of `losses` as torch has it: through the softmax that made `log_probs`.

    With `zero_infinity` a target that does not fit sends nothing back.
    """
    made = np.zeros(log_probs.shape)
    for i, labels, scores in each_target(log_probs, targets, input_lengths, blank):
        if not len(scores):
            continue
        alpha = forward_scores(scores, labels)
        if zero_infinity and np.isneginf(total_of(alpha)):
            continue
        beta = forward_scores(scores[::-1, ::-1], labels[::-1])[::-1, ::-1]
        through = np.exp(alpha + beta - scores - total_of(alpha))
        part = np.exp(log_probs[:len(scores), i].astype(np.float64))
        for column, label in enumerate(labels):
            part[:, label] -= through[:, column]
        made[:len(scores), i] = part * grad[i]
    return made.astype(log_probs.dtype)
