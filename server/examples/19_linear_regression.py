# Linear regression by hand
import torch

x = torch.tensor([1.0, 2.0, 3.0, 4.0])
y = torch.tensor([3.0, 5.0, 7.0, 9.0])  # y = 2 x + 1

w = torch.tensor(0.0, requires_grad=True)
b = torch.tensor(0.0, requires_grad=True)

for step in range(5):
    prediction = w * x + b
    loss = ((prediction - y) ** 2).mean()
    loss.backward()
    print(step, loss.item(), w.grad, b.grad)

    with torch.no_grad():
        w -= 0.05 * w.grad
        b -= 0.05 * b.grad
    w.grad.zero_()
    b.grad.zero_()

print(w, b)
