# the usual dictionary of intermediate gradients
import torch

grads = {}


def save(name):
    def hook(grad):
        grads[name] = grad

    return hook


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x**2
z = y.mean()
y.register_hook(save("y"))
z.register_hook(save("z"))
z.backward()
print(grads)
print(x.grad)
