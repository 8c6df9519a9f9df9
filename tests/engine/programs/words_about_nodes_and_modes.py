# what is said where modes lie within each other, of nodes, and of what was changed in between
import torch
import torch.autograd.graph as graph
from torch import nn


def shown(function, *args, **options):
    try:
        print(function(*args, **options))
    except Exception as error:
        print(type(error).__name__, error)


x = torch.ones(3, requires_grad=True)
with torch.inference_mode():
    with torch.enable_grad():
        print(torch.is_grad_enabled(), (x * 3).requires_grad)
        with torch.no_grad():
            print(torch.is_grad_enabled())
        print(torch.is_grad_enabled())
    print(torch.is_grad_enabled())
print(torch.is_grad_enabled())

z = torch.ones(3, requires_grad=True)
squares = (z * z).sum()
z.data = torch.ones(4)
shown(squares.backward)
with graph.saved_tensors_hooks(lambda v: v, lambda v: torch.ones(2)):
    y = x.sin()
shown(y.sum().backward)

written = x * 1
written[0] = 3
print([name for name in dir(written.grad_fn) if not name.startswith("__")])
shown(graph.get_gradient_edge, 3)
shown(graph.increment_version, 3)
print(graph.saved_tensors_hooks)
shown(torch.autograd.set_detect_anomaly, "on")
shown(torch.autograd.set_detect_anomaly, True, check_nan=0)
shown(torch.func.linearize, lambda v: v)
shown(torch.dtype, "float32")

grid = torch.arange(6).reshape(2, 3)
for key in ("0", b"0", ["0"]):
    shown(lambda: grid[key])

options = torch._tensor_str.PRINT_OPTS
print(options)
options.precision = 2
print(torch.tensor([0.12345]), torch._tensor_str.get_printoptions())
torch.set_printoptions(profile="default")
print(options, torch.tensor([0.12345]))

cell, step = nn.LSTMCell(2, 3), torch.ones(5, 2)
shown(cell, step, (torch.ones(5, 3), torch.ones(5, 2)))
shown(cell, step, (torch.ones(5, 3), torch.ones(4, 3)))
shown(nn.Linear(1, 1).load_state_dict, {"w": x, "_extra_state": 1, "bias": torch.ones(1)})

weight = nn.Parameter(torch.ones(2))
weight.grad = torch.ones(2)
for kind in ("Adam", "NAdam", "ASGD", "Adadelta", "RMSprop"):
    for foreach in (None, True):
        shown(getattr(torch.optim, kind)([weight], capturable=True, foreach=foreach).step)
