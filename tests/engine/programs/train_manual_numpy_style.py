# two layers by hand, gradients zeroed by hand
import torch

torch.manual_seed(0)
n, d_in, h, d_out = 8, 5, 4, 2
x, y = torch.randn(n, d_in), torch.randn(n, d_out)
w1 = torch.randn(d_in, h, requires_grad=True)
w2 = torch.randn(h, d_out, requires_grad=True)
for t in range(4):
    y_pred = x.mm(w1).clamp(min=0).mm(w2)
    loss = (y_pred - y).pow(2).sum()
    print(t, f"{loss.item():.3f}")
    loss.backward()
    with torch.no_grad():
        w1 -= 1e-3 * w1.grad
        w2 -= 1e-3 * w2.grad
        w1.grad.zero_()
        w2.grad.zero_()
print(w2)
