# a line search works with numbers of the parameters' dtype, which shows in every later digit
import torch
from torch.optim.lbfgs import _strong_wolfe

x = torch.tensor([-1.2, 1.0], requires_grad=True)
optimizer = torch.optim.LBFGS([x], max_iter=7, line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(4):
    print(optimizer.step(closure).item(), x.tolist())


def ahead(start, t, direction):
    place = (start + t * direction).requires_grad_()
    loss = place.pow(4).sum() + (place - 1).pow(2).sum()
    slope, = torch.autograd.grad(loss, place)
    return loss.item(), slope


start = torch.tensor([2.0, -1.0])
loss, slope = ahead(start, 0.0, start)
for t in (0.01, 0.5, 3.0):
    print(_strong_wolfe(ahead, start, t, -slope, loss, slope, slope.dot(-slope)))
