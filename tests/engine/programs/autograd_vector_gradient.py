# backward of a vector with a gradient argument
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
y.backward(torch.tensor([0.1, 1.0, 10.0]))
print(x.grad)
x.grad = None
y = x**2
y.backward(gradient=torch.ones_like(y))
print(x.grad)
y = x * 2
for attempt in (
    lambda: y.backward(),
    lambda: y.backward(torch.ones(2)),
    lambda: y.backward(torch.tensor(1.0)),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
