"""The class MaskedTensor."""

from torch.masked.maskedtensor import functions  # noqa: F401  which registers itself
from torch.masked.maskedtensor.core import MaskedTensor, is_masked_tensor  # noqa: F401
