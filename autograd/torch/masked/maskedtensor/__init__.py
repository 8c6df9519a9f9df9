"""The class MaskedTensor."""

from torch.masked.maskedtensor import dispatch  # noqa: F401  registers itself
from torch.masked.maskedtensor.core import MaskedTensor, is_masked_tensor  # noqa: F401
