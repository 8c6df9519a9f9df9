# subclassing torch.optim.Optimizer: signs only, with weight decay, groups and a closure
import torch


class SignSGD(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, decay=0.0):
        super().__init__(params, {"lr": lr, "decay": decay})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                state["step"] = state.get("step", 0) + 1
                p.mul_(1 - group["lr"] * group["decay"]).add_(p.grad.sign(), alpha=-group["lr"])
        return loss


a = torch.nn.Parameter(torch.tensor([1.0, -2.0]))
b = torch.nn.Parameter(torch.tensor([[0.5]]))
unused = torch.nn.Parameter(torch.zeros(1))
optimizer = SignSGD([{"params": [a, unused]}, {"params": b, "lr": 0.25, "decay": 0.1}])


def closure():
    optimizer.zero_grad()
    loss = (a**2).sum() + (b - 3).pow(2).sum()
    loss.backward()
    return loss


for _ in range(3):
    print(optimizer.step(closure), a, b)
print(optimizer)
print(optimizer.state_dict())
optimizer.add_param_group({"params": torch.nn.Parameter(torch.ones(1)), "lr": 1.0})
print(len(optimizer.param_groups), [g["lr"] for g in optimizer.param_groups])
