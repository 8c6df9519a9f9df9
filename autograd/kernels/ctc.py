"""Connectionist temporal classification: sums over all alignments of labels (Graves 2006)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


def insert_blanks(target: Any, blank: Any) -> np.ndarray:
    """Return the labels of a target with a blank before, between and after them."""
    made = np.full(2 * len(target) + 1, blank)
    made[1::2] = target
    return made


def log_sum_exp(terms: np.ndarray) -> Any:
    """Return `ln(e^a + e^b + ...)` of rows, each step rounded to their dtype as in torch's kernel.
    """
    top = np.maximum.reduce(terms, initial=-3e38)  # finite, for -inf has no difference to itself
    return apply_in_float64(np.log, np.add.reduce(apply_in_float64(np.exp, terms - top))) + top


def apply_in_float64(function: Callable[..., Any], x: np.ndarray) -> Any:
    """Apply `function` in float64, as the C library does, and round to the dtype of `x`."""
    return function(x, dtype=np.float64).astype(x.dtype)


def forward_log_probs(scores: np.ndarray, labels: Any) -> Any:
    """Return for each step and label the log probability of all alignments up to it (Graves 2006).
    """
    alpha = np.full(scores.shape, -np.inf, scores.dtype)
    alpha[0, :2] = scores[0, :2]
    odd = np.arange(3, len(labels), 2)
    skips = odd[labels[odd] != labels[odd - 2]]  # a blank is left out between different labels
    whence = skips - 2
    ways = np.full((3, len(labels)), -np.inf, scores.dtype)  # stay, go on, skip a blank
    for before, here, score in zip(alpha, alpha[1:], scores[1:]):
        ways[0] = before
        ways[1, 1:] = before[:-1]
        ways[2, skips] = before[whence]
        here[:] = log_sum_exp(ways) + score
    return alpha


def total_log_prob(alpha: Any) -> Any:
    """Return the log probability of all alignments that end in the last label or the blank after
    it."""
    return log_sum_exp(alpha[-1, -2:, None])[0]


def iterate_targets(log_probs: Any, targets: Any, input_lengths: Any, blank: Any) -> Iterator[Any]:
    """Yield for each sequence of the batch its number, its labels and their log probabilities."""
    for i, (target, length) in enumerate(zip(targets, input_lengths)):
        labels = insert_blanks(np.asarray(target, np.int64), blank)
        yield i, labels, log_probs[:length, i][:, labels]


@np.errstate(divide="ignore")
def ctc_log_alpha(log_probs: Any, targets: Any, input_lengths: Any, blank: Any) -> Any:
    """Return `forward_log_probs` of all sequences, as torch's node saves them."""
    width = 2 * max(map(len, targets), default=0) + 1
    made = np.full((log_probs.shape[1], log_probs.shape[0], width), -np.inf, log_probs.dtype)
    for i, labels, scores in iterate_targets(log_probs, targets, input_lengths, blank):
        made[i, :len(scores), :len(labels)] = forward_log_probs(scores, labels)
    return made


@np.errstate(divide="ignore", invalid="ignore")
def ctc_loss_forward(log_probs: Any, targets: Any, input_lengths: Any, blank: Any) -> Any:
    """Return the loss of each sequence of a batch; infinite where its target does not fit."""
    made = np.zeros(log_probs.shape[1], log_probs.dtype)
    for i, labels, scores in iterate_targets(log_probs, targets, input_lengths, blank):
        if len(scores):
            made[i] = -total_log_prob(forward_log_probs(scores, labels))
        else:
            made[i] = 0.0 if len(labels) == 1 else np.inf
    return made


@np.errstate(divide="ignore", invalid="ignore")
def ctc_loss_gradient(
        grad: np.ndarray, log_probs: Any, targets: Any, input_lengths: Any, blank: Any,
        zero_infinity: Any) -> Any:
    """Return the gradient of `ctc_loss_forward` through the softmax that made `log_probs`, as in
    torch.

    With `zero_infinity` a target that does not fit has a zero gradient.
    """
    made = np.zeros(log_probs.shape, log_probs.dtype)
    for i, labels, scores in iterate_targets(log_probs, targets, input_lengths, blank):
        if not len(scores):
            continue
        alpha = forward_log_probs(scores, labels)
        total = total_log_prob(alpha)
        if zero_infinity and np.isneginf(total):
            continue
        beta = forward_log_probs(scores[::-1, ::-1], labels[::-1])[::-1, ::-1]
        both = alpha + beta
        given = log_probs[:len(scores), i]
        through = np.full_like(given, -np.inf)  # of all ways, those through each label
        for column in reversed(range(len(labels))):
            label = labels[column]
            through[:, label] = log_sum_exp(np.stack([through[:, label], both[:, column]]))
        part = apply_in_float64(np.exp, given) - apply_in_float64(np.exp, through - total - given)
        made[:len(scores), i] = part * grad[i]
    return made
