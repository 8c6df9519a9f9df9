# constraints: projection after a step, a softmax parametrization, a Lagrange multiplier
import torch

goal = torch.tensor([0.8, 0.6, -0.4])
p = torch.full((3,), 1 / 3, requires_grad=True)
for step in range(4):
    loss = (p - goal).square().sum()
    loss.backward()
    with torch.no_grad():
        p -= 0.25 * p.grad
        p.clamp_(min=0)
        p /= p.sum()
    p.grad = None
    print(step, loss, p)
free = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.SGD([free], lr=1.0)
for step in range(4):
    optimizer.zero_grad()
    loss = (free.softmax(0) - goal).square().sum()
    loss.backward()
    optimizer.step()
print(free, free.softmax(0).sum())
x = torch.tensor([2.0, 0.0], requires_grad=True)
multiplier = torch.tensor(0.0, requires_grad=True)
for step in range(5):
    lagrangian = x.sum() + multiplier * (x.dot(x) - 2)
    dx, dm = torch.autograd.grad(lagrangian, [x, multiplier])
    with torch.no_grad():
        x -= 0.1 * dx
        multiplier += 0.1 * dm
    print(step, dx, f"{dm:+.3f}", f"{multiplier:.3f}")
