# fitting a curve by Gauss-Newton with damping: jacobians from torch.func
import torch
from torch.func import jacrev

t = torch.linspace(0, 2, 6, dtype=torch.float64)
y = 2.0 * torch.exp(-1.5 * t) + 0.25


def residual(p):
    return p[0] * torch.exp(-p[1] * t) + p[2] - y


p, damping = torch.ones(3, dtype=torch.float64), 1e-2
for step in range(6):
    r, jac = residual(p), jacrev(residual)(p)
    normal = jac.T @ jac + damping * torch.eye(3, dtype=torch.float64)
    trial = p - torch.linalg.solve(normal, jac.T @ r)
    better = residual(trial).square().sum() < r.square().sum()
    p, damping = (trial, damping / 10) if better else (p, damping * 10)
    print(step, bool(better), f"{damping:.0e}", [f"{v:.3f}" for v in p.tolist()])
print(jac.shape, p)
