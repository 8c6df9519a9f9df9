"""Connectionist temporal classification: sums over all alignments of labels (Graves 2006)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


def insert_blanks(target: Any, blank: Any) -> np.ndarray:
    """Return the labels of a target with a blank before, between and after them."""
    result = np.full(2 * len(target) + 1, blank)
    result[1::2] = target
    return result


def log_sum_exp(terms: np.ndarray) -> Any:
    """Return `ln(e^a + e^b + ...)` of rows, each step rounded to their dtype as in torch's kernel.
    """
    top = np.maximum.reduce(terms, initial=-3e38)  # finite: -inf minus -inf is NaN
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
    skips = odd[labels[odd] != labels[odd - 2]]  # between different labels the blank is optional
    sources = skips - 2
    transitions = np.full((3, len(labels)), -np.inf, scores.dtype)  # stay, go on, skip a blank
    for before, following, score in zip(alpha, alpha[1:], scores[1:]):
        transitions[0] = before
        transitions[1, 1:] = before[:-1]
        transitions[2, skips] = before[sources]
        following[:] = log_sum_exp(transitions) + score
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
    result = np.full((log_probs.shape[1], log_probs.shape[0], width), -np.inf, log_probs.dtype)
    for i, labels, scores in iterate_targets(log_probs, targets, input_lengths, blank):
        result[i, :len(scores), :len(labels)] = forward_log_probs(scores, labels)
    return result


@np.errstate(divide="ignore", invalid="ignore")
def ctc_loss_forward(log_probs: Any, targets: Any, input_lengths: Any, blank: Any) -> Any:
    """Return the loss of each sequence of a batch; infinite where its target does not fit."""
    result = np.zeros(log_probs.shape[1], log_probs.dtype)
    for i, labels, scores in iterate_targets(log_probs, targets, input_lengths, blank):
        if len(scores):
            result[i] = -total_log_prob(forward_log_probs(scores, labels))
        else:
            result[i] = 0.0 if len(labels) == 1 else np.inf
    return result


@np.errstate(divide="ignore", invalid="ignore")
def ctc_loss_gradient(
        grad: np.ndarray, log_probs: Any, targets: Any, input_lengths: Any, blank: Any,
        zero_infinity: Any) -> Any:
    """Return the gradient of `ctc_loss_forward` through the softmax that made `log_probs`, as in
    torch.

    With `zero_infinity` a target that does not fit has a zero gradient.
    """
    result = np.zeros(log_probs.shape, log_probs.dtype)
    for i, labels, scores in iterate_targets(log_probs, targets, input_lengths, blank):
        if not len(scores):
            continue
        alpha = forward_log_probs(scores, labels)
        total = total_log_prob(alpha)
        if zero_infinity and np.isneginf(total):
            continue
        beta = forward_log_probs(scores[::-1, ::-1], labels[::-1])[::-1, ::-1]
        log_ab = alpha + beta
        log_prob = log_probs[:len(scores), i]
        per_label = np.full_like(log_prob, -np.inf)  # of the alignments through each label
        for column in reversed(range(len(labels))):
            label = labels[column]
            per_label[:, label] = log_sum_exp(np.stack([per_label[:, label], log_ab[:, column]]))
        part = apply_in_float64(np.exp, log_prob) - apply_in_float64(
            np.exp, per_label - total - log_prob)
        result[:len(scores), i] = part * grad[i]
    return result
