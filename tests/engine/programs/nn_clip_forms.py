# clipping gradients by norm and value
import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_, get_total_norm
from torch.nn.utils import parameters_to_vector, vector_to_parameters

torch.manual_seed(29)
model = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1))


def gradients():
    model.zero_grad()
    (model(torch.ones(4, 3)).sum() * 10).backward()


for norm_type in (2, 1, float("inf"), 3.0):
    gradients()
    print(norm_type, clip_grad_norm_(model.parameters(), 1.0, norm_type=norm_type))
    print(get_total_norm([p.grad for p in model.parameters()], norm_type), model[1].weight.grad)
gradients()
clip_grad_value_(model.parameters(), 0.5)
print([p.grad for p in model.parameters()])
w = torch.ones(2, requires_grad=True)
(w * torch.tensor([0.1, 0.2])).sum().backward()
print(clip_grad_norm_(w, 10.0), w.grad, clip_grad_norm_([w], 0.1), w.grad)
w.grad = torch.tensor([float("nan"), 1.0])
print(clip_grad_norm_([w], 1.0), w.grad)
try:
    clip_grad_norm_([w], 1.0, error_if_nonfinite=True)
except RuntimeError as error:
    print(error)
vector = parameters_to_vector(model.parameters())
print(vector.shape, vector.grad_fn.name())
vector_to_parameters(torch.arange(float(len(vector))), model.parameters())
print(model[0].weight, model[1].bias)
print(clip_grad_norm_([torch.ones(1, requires_grad=True)], 1.0))

# the count of the gradients that are not 0, and the smallest
weight = torch.nn.Parameter(torch.tensor([3.0, 4.0]))
weight.grad = torch.tensor([0.0, 4.0])
for order in (0, -1, float("-inf")):
    print(torch.nn.utils.clip_grad_norm_([weight], 100.0, norm_type=order))
