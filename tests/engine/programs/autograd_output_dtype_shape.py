# wrong gradients given to backward
import torch

x = torch.ones(2, 3, requires_grad=True)
y = x * 2
for gradient in (torch.ones(3), torch.ones(2, 2), torch.ones(2, 3, dtype=torch.float64), 1.0):
    try:
        y.backward(gradient)
        print("ok", x.grad)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
i = torch.ones(1, requires_grad=True) * 1
i.backward()
print("one element is enough")
