# state_dict: order, prefixes, strictness, buffers, sharing
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
        self.register_buffer("scale", torch.tensor(2.0))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)
        self.gain = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.body(x) * self.scale * self.gain


torch.manual_seed(28)
net = Net()
print(net)
for name, value in net.state_dict().items():
    print(name, value)
print(type(net.state_dict()).__name__, net.state_dict(prefix="net.").keys())
state = net.state_dict()
state["gain"].fill_(5.0)
print(net.gain, state["gain"].requires_grad, net.state_dict(keep_vars=True)["gain"].requires_grad)
part = {"gain": torch.tensor([7.0]), "extra": torch.zeros(1)}
print(net.load_state_dict(part, strict=False), net.gain)
for wrong in (part, {**net.state_dict(), "gain": torch.zeros(3)}):
    try:
        net.load_state_dict(wrong)
    except RuntimeError as error:
        print(error)
other = Net()
print(
    other.load_state_dict(net.state_dict()), torch.equal(other.body[0].weight, net.body[0].weight)
)
print([name for name, _ in net.named_buffers()], [name for name, _ in net.named_modules()])
print(net.get_parameter("body.0.bias").shape, net.get_submodule("body.1"), net.get_buffer("scale"))
print(sum(p.numel() for p in net.parameters() if p.requires_grad))
