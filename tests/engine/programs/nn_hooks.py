# forward hooks and backward hooks on modules
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
handle = net[0].register_forward_hook(
    lambda m, inputs, output: print("forward", type(m).__name__, inputs, output.shape)
)
net[0].register_forward_pre_hook(lambda m, inputs: print("pre", inputs))
net[1].register_full_backward_hook(lambda m, gi, go: print("backward", gi[0].shape, go))
net(torch.ones(1, 2)).sum().backward()
handle.remove()
net(torch.zeros(1, 2))


# the hook sees zeros for inputs that are tensors without a gradient, None for what is no tensor
class Scaled(nn.Module):
    def forward(self, x, places, weight, power):
        return weight[places] * x**power


scaled = Scaled()
scaled.register_full_backward_hook(lambda m, gi, go: print("inputs", gi, "outputs", go))
weight = torch.tensor([2.0, 3.0, 4.0], requires_grad=True)
scaled(torch.tensor([5.0, 6.0]), torch.tensor([0, 2]), weight, 2).sum().backward()
