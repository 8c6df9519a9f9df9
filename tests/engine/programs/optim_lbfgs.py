# LBFGS with a closure
import torch

w = torch.tensor([3.0, -2.0], requires_grad=True)
optimizer = torch.optim.LBFGS([w], lr=0.5)


def closure():
    optimizer.zero_grad()
    loss = ((w - 1) ** 2).sum()
    loss.backward()
    return loss


for _ in range(2):
    print(optimizer.step(closure))
print(w)
