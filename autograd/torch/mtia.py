"""`torch.mtia`: there is none, and every question about it is answered so."""

from autograd.elsewhere import device_count, is_available, manual_seed  # noqa: F401

manual_seed_all = manual_seed
