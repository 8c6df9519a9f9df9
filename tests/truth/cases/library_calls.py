# calls of the library that are one step each
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
other = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
nn.init.xavier_uniform_(net[0].weight)
nn.init.constant_(net[2].bias, 0.5)
other.load_state_dict(net.state_dict())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for bound in (0.1, 100.0):
    optimizer.zero_grad(set_to_none=False)
    (net(torch.randn(5, 3)) ** 2).sum().backward()
    nn.utils.clip_grad_norm_(net.parameters(), bound)
    optimizer.step()
nn.utils.clip_grad_value_(net.parameters(), 0.01)
other.requires_grad_(True)
other.double()
net.to("cpu")
optimizer.zero_grad()
print(torch.autograd.gradcheck(torch.sin, torch.ones(2, dtype=torch.float64, requires_grad=True)))
