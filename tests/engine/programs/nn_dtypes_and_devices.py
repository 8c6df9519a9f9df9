# modules in other dtypes, moved, copied, compared
import copy

import torch
from torch import nn

torch.manual_seed(90)
net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Embedding(3, 2))
print([p.dtype for p in net.double().parameters()], net[1].num_batches_tracked.dtype)
print(
    net.to(torch.float32)[0].weight.dtype, net.to("cpu") is net, net.float()[1].running_mean.dtype
)
half = nn.Linear(2, 2).half()
print(half.weight.dtype, half(torch.ones(1, 2, dtype=torch.float16)).dtype)
brain = nn.Linear(2, 2).to(torch.bfloat16)
print(brain(torch.ones(1, 2, dtype=torch.bfloat16)))
twin = copy.deepcopy(net)
with torch.no_grad():
    twin[0].weight.zero_()
print(net[0].weight.abs().sum() > 0, twin[0].weight, twin[0].weight is net[0].weight)
print(next(net.parameters()).device, net[0].weight.is_cuda, {p.device for p in net.parameters()})
w = nn.Linear(3, 3, dtype=torch.float64)
print(w.weight.dtype, w(torch.ones(1, 3).double()).dtype)
net.requires_grad_(False)
print([p.requires_grad for p in net.parameters()], net.zero_grad())
try:
    net.cuda()
except (AssertionError, RuntimeError) as error:
    print(error)
try:
    nn.Linear(2, 2)(torch.ones(1, 2).double())
except RuntimeError as error:
    print(error)
torch.set_default_dtype(torch.float64)
print(nn.Linear(1, 1).weight.dtype, torch.tensor(1.5).dtype)
torch.set_default_dtype(torch.float32)

layer = nn.Linear(2, 1)
weight = layer.weight
layer(torch.ones(1, 2)).sum().backward()
print(torch.__future__.get_swap_module_params_on_conversion())
torch.__future__.set_swap_module_params_on_conversion(True)
print(layer.double().weight is weight, weight.dtype, weight.grad.dtype)
torch.__future__.set_swap_module_params_on_conversion(False)
torch.__future__.set_overwrite_module_params_on_conversion(True)
print(layer.float().weight is weight, weight.dtype, layer.weight.dtype, layer.weight.grad.dtype)
torch.__future__.set_overwrite_module_params_on_conversion(False)
# what owns no tensor is on every device
print(nn.MSELoss().to("cuda"), nn.ReLU().cuda(), nn.CrossEntropyLoss().to(torch.device("cuda:0")))
try:
    nn.ReLU().to("gpu")
except RuntimeError as error:
    print(error)
