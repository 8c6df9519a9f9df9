"""Metrics of scikit-learn: errors, counts, the classification report."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

_CHOOSE = (
    "Target is {kind} but average='binary'. Please choose another average setting, one of [None, "
    "'micro', 'macro', 'weighted'].")
_SINGLE = (
    "A single label was found in 'y_true' and 'y_pred'. For the confusion matrix to have the "
    "correct shape, use the 'labels' parameter to pass all known labels.")
_LACKING = {"Precision": "predicted", "Recall": "true", "F-score": "true nor predicted"}


class UndefinedMetricWarning(UserWarning):
    """Warns about a score without predicted or true samples."""


def accuracy_score(y_true: Any, y_pred: Any, *, normalize: bool = True) -> Any:
    """Return the share (or number) of correct predictions."""
    right = np.asarray(y_true) == np.asarray(y_pred)
    right = right.all(1) if right.ndim == 2 else right
    return float(right.mean()) if normalize else float(right.sum())


def mean_squared_error(y_true: Any, y_pred: Any) -> float:
    """Return the mean of the squared differences."""
    return float(((np.asarray(y_true, float) - np.asarray(y_pred, float)) ** 2).mean())


def mean_absolute_error(y_true: Any, y_pred: Any) -> float:
    """Return the mean of the absolute differences."""
    return float(np.abs(np.asarray(y_true, float) - np.asarray(y_pred, float)).mean())


def r2_score(y_true: Any, y_pred: Any) -> float:
    """Return 1 minus the squared errors over the squared distances from the mean."""
    truth = np.asarray(y_true, float)
    errors = ((truth - np.asarray(y_pred, float)) ** 2).sum()
    return float(1 - errors / ((truth - truth.mean(0)) ** 2).sum())


def confusion_matrix(y_true: Any, y_pred: Any, *, labels: Any = None) -> Any:
    """Return how many samples of each class (row) were predicted as which (column)."""
    truth, guess = np.asarray(y_true).reshape(-1), np.asarray(y_pred).reshape(-1)
    if labels is None:
        labels = np.union1d(truth, guess)
        if len(labels) == 1:
            warnings.warn(_SINGLE, UserWarning, stacklevel=2)
    return np.array([[((truth == row) & (guess == column)).sum() for column in labels]
                     for row in labels])


def precision_score(
        y_true: Any, y_pred: Any, *, pos_label: Any = 1, average: str = "binary") -> Any:
    """Return the share of samples predicted as a class that belong to it."""
    return _averaged("Precision", y_true, y_pred, pos_label, average)


def recall_score(y_true: Any, y_pred: Any, *, pos_label: Any = 1, average: str = "binary") -> Any:
    """Return the share of samples of a class that were predicted as it."""
    return _averaged("Recall", y_true, y_pred, pos_label, average)


def f1_score(y_true: Any, y_pred: Any, *, pos_label: Any = 1, average: str = "binary") -> Any:
    """Return the harmonic mean of precision and recall."""
    return _averaged("F-score", y_true, y_pred, pos_label, average)


def classification_report(
        y_true: Any, y_pred: Any, *, target_names: Any = None, digits: int = 2) -> str:
    """Return a table of precision, recall and f1 of each class, and their means."""
    labels, right, guessed, there = _counts(y_true, y_pred)
    names = [str(each) for each in (labels if target_names is None else target_names)]
    width = max(map(len, [*names, "weighted avg"]))
    columns = [_ratio(*_parts(each, right, guessed, there), each)
               for each in ("Precision", "Recall", "F-score")]
    heads = "".join(f" {head:>9}" for head in ("precision", "recall", "f1-score", "support"))

    def row(name, values, support):
        numbers = "".join(f" {value:>9.{digits}f}" for value in values)
        return f"{name:>{width}s} {numbers} {support:>9}\n"

    total = there.sum()
    text = f"{'':>{width}s} {heads}\n\n"
    text += "".join(map(row, names, zip(*columns), there))
    accuracy = f"{right.sum() / total:>9.{digits}f}"
    text += f"\n{'accuracy':>{width}s}  {'':>9} {'':>9} {accuracy} {total:>9}\n"
    text += row("macro avg", [each.mean() for each in columns], total)
    return text + row("weighted avg", [(each * there).sum() / total for each in columns], total)


def _averaged(score, y_true, y_pred, positive, average):
    """Return one score over the classes, combined as `average` requires."""
    labels, right, guessed, there = _counts(y_true, y_pred)
    if average == "micro":
        right, guessed, there = (each.sum(keepdims=True) for each in (right, guessed, there))
    elif average == "binary":
        if len(labels) > 2:
            raise ValueError(_CHOOSE.format(kind="multiclass"))
        if positive not in labels:
            if len(labels) == 2:
                raise ValueError(f"pos_label={positive} is not a valid label. It should be one of "
                                 f"{labels.tolist()}")
            right = guessed = there = np.zeros(1)
        else:
            right, guessed, there = (each[labels == positive] for each in (right, guessed, there))
    values = _ratio(*_parts(score, right, guessed, there), score)
    if average is None:
        return values
    if average == "weighted":
        return float((values * there).sum() / there.sum())
    return float(values.mean())


def _counts(y_true, y_pred):
    """Return the classes, and for each the numbers of correct, predicted and true samples."""
    labels = np.union1d(np.asarray(y_true), np.asarray(y_pred))
    counted = confusion_matrix(y_true, y_pred, labels=labels)
    return labels, np.diag(counted), counted.sum(0), counted.sum(1)


def _parts(score, right, guessed, there):
    return {"Precision": (right, guessed), "Recall": (right, there),
            "F-score": (2 * right, guessed + there)}[score]


def _ratio(part, whole, score):
    """Return `part / whole`, and 0 with scikit-learn's warning where `whole` is 0."""
    part, whole = np.asarray(part, float), np.asarray(whole, float)
    if (whole == 0).any():
        where = "in labels with" if len(whole) > 1 else "due to"
        warnings.warn(
            f"{score} is ill-defined and being set to 0.0 {where} no {_LACKING[score]} samples. "
            "Use `zero_division` parameter to control this behavior.",
            UndefinedMetricWarning, stacklevel=4)
    return np.divide(part, whole, out=np.zeros_like(part), where=whole != 0)
