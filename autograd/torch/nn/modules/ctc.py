"""Connectionist temporal classification as a module."""

from __future__ import annotations

from typing import Any

from torch.nn import functional as F
from torch.nn.modules.loss import _Loss


class CTCLoss(_Loss):
    """The loss over all alignments of labels to steps."""

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction=reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def forward(self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any) -> Any:
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank,
                          self.reduction, self.zero_infinity)


CTCLoss.__module__ = "torch.nn.modules.loss"
