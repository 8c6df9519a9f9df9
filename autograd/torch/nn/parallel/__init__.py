"""`torch.nn.parallel`: one model on many devices, of which there are none here."""

from torch.nn.parallel.data_parallel import DataParallel

__all__ = ["DataParallel"]
