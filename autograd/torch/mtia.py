"""`torch.mtia`, as on a machine without MTIA devices."""

from torch._absent_backend import device_count, is_available, manual_seed  # noqa: F401

manual_seed_all = manual_seed
