"""`torch._VF`: the functions of `torch` that layers written anew call by this name."""

import torch


def __getattr__(name):
    return getattr(torch, name)
