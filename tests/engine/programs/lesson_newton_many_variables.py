# Newton's method with a Hessian solve, then gradient descent for comparison
import torch


def bowl(p):
    x, y = p
    return (x - 1) ** 4 + (y + 2) ** 2 + x * y


p = torch.tensor([3.0, 1.0], dtype=torch.float64)
for step in range(6):
    g = torch.func.grad(bowl)(p)
    h = torch.func.hessian(bowl)(p)
    p = p - torch.linalg.solve(h, g)
    print(f"{step}  p = ({p[0]:.5f}, {p[1]:.5f})  |g| = {g.norm():.2e}")
print(torch.linalg.eigvalsh(h), h)
q = torch.tensor([3.0, 1.0], dtype=torch.float64, requires_grad=True)
for step in range(30):
    (g,) = torch.autograd.grad(bowl(q), q)
    with torch.no_grad():
        q -= 0.02 * g
print(q, torch.dist(p, q).item() < 1)
