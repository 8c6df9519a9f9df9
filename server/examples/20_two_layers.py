# A net of two layers
import torch

torch.manual_seed(0)
x = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
target = torch.tensor([[0.0], [1.0], [1.0], [0.0]])

w1 = torch.randn(2, 3, requires_grad=True)
b1 = torch.zeros(3, requires_grad=True)
w2 = torch.randn(3, 1, requires_grad=True)

for step in range(3):
    hidden = torch.tanh(x @ w1 + b1)
    out = torch.sigmoid(hidden @ w2)
    loss = ((out - target) ** 2).mean()

    for parameter in (w1, b1, w2):
        parameter.grad = None
    loss.backward()
    print(step, loss)

    with torch.no_grad():
        for parameter in (w1, b1, w2):
            parameter -= 0.5 * parameter.grad

print(w1.grad)
print(w2)
