import torch
from collections import defaultdict
from torch.optim import Optimizer


class Lookahead(Optimizer):
    """A wrapper as it is passed around: it never calls `Optimizer.__init__`."""

    def __init__(self, optimizer, k=2, alpha=0.5):
        self.optimizer, self.k, self.alpha = optimizer, k, alpha
        self.param_groups = optimizer.param_groups
        self.defaults = optimizer.defaults
        self.state = defaultdict(dict)
        self.fast_state = optimizer.state
        for group in self.param_groups:
            group["counter"] = 0

    def update(self, group):
        for fast in group["params"]:
            kept = self.state[fast]
            if "slow_param" not in kept:
                kept["slow_param"] = torch.zeros_like(fast.data)
                kept["slow_param"].copy_(fast.data)
            slow = kept["slow_param"]
            slow += (fast.data - slow) * self.alpha
            fast.data.copy_(slow)

    def step(self, closure=None):
        loss = self.optimizer.step(closure)
        for group in self.param_groups:
            if group["counter"] == 0:
                self.update(group)
            group["counter"] = (group["counter"] + 1) % self.k
        return loss


layer = torch.nn.Linear(2, 1).double()
with torch.no_grad():
    layer.weight.copy_(torch.tensor([[0.5, -1.0]]))
    layer.bias.zero_()
optimizer = Lookahead(torch.optim.SGD(layer.parameters(), lr=0.1))
print(optimizer)
for _ in range(5):
    loss = (layer(torch.tensor([[1.0, 2.0]]).double()) - 1).pow(2).sum()
    layer.zero_grad()
    loss.backward()
    print(round(loss.item(), 6), optimizer.step(), [round(v, 6) for v in layer.weight[0].tolist()])
print(len(optimizer.state), [group["counter"] for group in optimizer.param_groups])
for asked in (lambda: optimizer.state_dict(), lambda: optimizer.register_step_pre_hook(print)):
    try:
        print(asked())
    except Exception as error:
        print(type(error).__name__, error)
optimizer.zero_grad()
for asked in (optimizer.step, torch.optim.SGD(layer.parameters()).step):
    try:
        print(asked())
    except AttributeError as error:
        print(error)
del optimizer.defaults
try:
    optimizer.zero_grad()
except AttributeError as error:
    print(error)
