# step returns the closure's loss; state after momentum
import torch

w = torch.tensor([1.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)


def closure():
    optimizer.zero_grad()
    loss = (w**2).sum()
    loss.backward()
    return loss


print(optimizer.step(closure), w)
print(optimizer.state_dict()["state"])
print(optimizer.step(closure), w)
