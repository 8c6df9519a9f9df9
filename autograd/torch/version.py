"""`torch.version`: the version of torch that this engine follows."""

from torch.torch_version import TorchVersion

__version__ = TorchVersion("2.13.0+tapescope")
cuda = hip = xpu = None
debug = False
git_version = "none: Tapescope follows torch 2.13.0"
