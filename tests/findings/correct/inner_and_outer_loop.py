import torch

torch.manual_seed(0)
w = torch.randn(3, 1, requires_grad=True)
outer = torch.optim.Adam([w], lr=0.01)
for _ in range(3):
    total = 0
    for _ in range(2):
        x, y = torch.randn(8, 3), torch.randn(8, 1)
        inner = ((x[:4] @ w - y[:4]) ** 2).mean()
        (g,) = torch.autograd.grad(inner, w, create_graph=True)
        fast = w - 0.1 * g
        total = total + ((x[4:] @ fast - y[4:]) ** 2).mean()
    outer.zero_grad()
    total.backward()
    outer.step()
