# changing a result that its own node saved
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
for f in (torch.exp, torch.sigmoid, torch.tanh, torch.sqrt):
    y = f(x)
    y += 1
    try:
        y.sum().backward()
    except RuntimeError as error:
        print(error)
y = torch.sin(x)
y += 1
y.sum().backward()
print(x.grad)
