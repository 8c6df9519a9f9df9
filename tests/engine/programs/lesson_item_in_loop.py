# running losses
import torch

torch.manual_seed(0)
w = torch.zeros(3, requires_grad=True)
x, y = torch.randn(10, 3), torch.randn(10)
running = 0.0
for i in range(10):
    loss = (x[i] @ w - y[i]) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.05 * w.grad
    w.grad = None
    running += loss.item()
    if i % 5 == 4:
        print("[%d] loss: %.3f" % (i + 1, running / 5))
        running = 0.0
print(w)
