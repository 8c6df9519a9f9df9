# an optimizer around another, whose state holds more than parameters
from collections import OrderedDict, defaultdict

import torch
from torch.nn.parallel.scatter_gather import gather, scatter, scatter_kwargs


class Lookahead(torch.optim.Optimizer):
    def __init__(self, base, k=2, alpha=0.5):
        self._optimizer_step_pre_hooks = OrderedDict()
        self._optimizer_step_post_hooks = OrderedDict()
        self._patch_step_function()
        self.optimizer, self.k, self.alpha = base, k, alpha
        self.defaults, self.param_groups = base.defaults, base.param_groups
        self.state = defaultdict(dict)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["slow"] = p.data.clone()
        self.state["steps"] = 0

    def step(self, closure=None):
        loss = self.optimizer.step(closure)
        self.state["steps"] += 1
        if self.state["steps"] % self.k == 0:
            for group in self.param_groups:
                for p in group["params"]:
                    slow = self.state[p]["slow"]
                    slow.add_(p.data - slow, alpha=self.alpha)
                    p.data.copy_(slow)
        return loss


w = torch.nn.Parameter(torch.tensor([1.0, -2.0]))
ahead = Lookahead(torch.optim.SGD([w], 0.1))
ahead.register_step_post_hook(lambda opt, args, kwargs: print("step", opt.state["steps"]))
for _ in range(4):
    ahead.zero_grad()
    w.pow(2).sum().backward()
    ahead.step()
    print(w)
sgd = torch.optim.SGD([w], 0.1, momentum=0.9)
sgd.state["total"] = 5
sgd.state["count"] = torch.tensor([0])
sgd.step()
print(sgd.state_dict()["state"])

for call in (
    lambda: scatter(torch.ones(4), [0, 1]),
    lambda: scatter((3, [4, "x"]), [0, 1]),
    lambda: scatter_kwargs((1,), {"a": 2}, [0]),
    lambda: gather([torch.ones(2)], 0),
):
    try:
        print(call())
    except (AttributeError, AssertionError) as error:
        print(type(error).__name__, error)
