"""`torch.version`: which torch this engine follows."""

__version__ = "2.13.0+tapescope"
cuda = hip = xpu = None
debug = False
git_version = "none: Tapescope follows torch 2.13.0"
