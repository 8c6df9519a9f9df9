# What files of models, layers and optimizers import at their top, from inside of torch
import torch
import torch.utils.model_zoo as model_zoo
from torch import _VF, nn
from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
from torch.hub import load_state_dict_from_url
from torch.jit import Attribute, Final, TracerWarning, annotate
from torch.nn.functional import _in_projection_packed, _pair, _Reduction
from torch.nn.init import (
    _no_grad_fill_, _no_grad_normal_, _no_grad_trunc_normal_, _no_grad_uniform_)
from torch.nn.modules.module import _addindent
from torch.nn.modules.normalization import _shape_t
from torch.nn.modules.utils import _list_with_default
from torch.optim.lr_scheduler import EPOCH_DEPRECATION_WARNING, _enable_get_lr_call
from torch.optim.optimizer import Optimizer, ParamsT, _get_value, _use_grad_for_differentiable
from torch.types import _dtype, _int

torch.manual_seed(0)
print(callable(model_zoo.load_url), callable(load_state_dict_from_url))
print(Attribute(1, int), Final, issubclass(TracerWarning, Warning), annotate(list[int], [1]))
print(_pair(2), _Reduction.get_enum("mean"), _int, _dtype, ParamsT)
print(_addindent("a\nb\n\nc", 4), EPOCH_DEPRECATION_WARNING)
torch.hub.set_dir("cache")
print(torch.hub.get_dir())
w = torch.empty(2, 2)
print(_no_grad_uniform_(w, 0, 1), _no_grad_normal_(w, 0, 1), _no_grad_fill_(w, 3))
print(_no_grad_trunc_normal_(w, 0, 1, -1, 1))
x, weight = torch.randn(2, 3, requires_grad=True), torch.randn(9, 3)
q, k, v = _in_projection_packed(x, x, x, weight)
print(q, v.shape, _in_projection_packed(x, q, q, weight)[2])
flat = _flatten_dense_tensors((x, w))
print(flat, _unflatten_dense_tensors(flat, (x, w)))


class Descent(Optimizer):
    def __init__(self, params: ParamsT, lr=1.0):
        super().__init__(params, dict(lr=lr, differentiable=False))

    @_use_grad_for_differentiable
    def step(self, closure=None):
        print(torch.is_grad_enabled(), self.step.__name__)
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-_get_value(torch.tensor(group["lr"])))


layer = nn.Linear(2, 1)
descent = Descent(layer.parameters(), lr=0.5)
layer(torch.ones(2)).sum().backward()
descent.step()
print(layer.weight, torch.is_grad_enabled())
schedule = torch.optim.lr_scheduler.StepLR(descent, 1)
with _enable_get_lr_call(schedule):
    print(schedule.get_lr())
print(schedule.get_lr())
print(_shape_t, _list_with_default([3, None], [1, 2, 4]), _list_with_default(3, [1]))
cell = nn.GRUCell(2, 2)
state = torch.zeros(1, 2)
made = _VF.gru_cell(
    torch.ones(1, 2), state, cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)
print(made.shape, torch.equal(made, cell(torch.ones(1, 2), state)), torch._VF is _VF)

# what optimizers and profiled models import
from torch._vmap_internals import _vmap  # noqa: E402
from torch.cuda import nvtx  # noqa: E402

print(_vmap(torch.dot, (0, None))(torch.ones(2, 3), torch.ones(3)))
try:
    nvtx.range_push("forward")
except RuntimeError as error:
    print(error)

# what names the ways of processes, and the places of files
from torch.distributed import Backend  # noqa: E402
from torch.serialization import MAP_LOCATION, FileLike  # noqa: E402

print(Backend.GLOO, Backend("NCCL"), MAP_LOCATION is not None, FileLike is not None)
