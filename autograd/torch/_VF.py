"""`torch._VF`: the functions of `torch` under a private name."""

import torch


def __getattr__(name):
    return getattr(torch, name)
