"""`torch.mtia`: there is none, and every question about it is answered so."""

from torch._absent_backend import device_count, is_available, manual_seed  # noqa: F401

manual_seed_all = manual_seed
