"""`torch.autograd`: automatic differentiation of arbitrary scalar functions."""

from autograd.functions.autograd.backward import backward, grad
from torch.autograd import (
    anomaly_mode,
    forward_ad,
    function,
    functional,
    grad_mode,
    graph,
    profiler,
    variable,
)
from torch.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from torch.autograd.function import Function
from torch.autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_multithreading_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from torch.autograd.gradcheck import gradcheck, gradgradcheck
from torch.autograd.graph import SavedTensor
from torch.autograd.variable import Variable

__all__ = [
    "Function", "SavedTensor", "Variable", "anomaly_mode", "backward", "detect_anomaly",
    "enable_grad", "forward_ad", "function", "functional", "grad", "grad_mode", "gradcheck",
    "gradgradcheck", "graph", "inference_mode", "is_multithreading_enabled", "no_grad", "profiler",
    "set_detect_anomaly", "set_grad_enabled", "set_multithreading_enabled", "variable",
]
