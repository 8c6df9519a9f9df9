# packing and unpacking what is saved
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(
    lambda t: (print("pack", t), t)[1], lambda t: (print("unpack", t), t)[1]
):
    y = (x**2).sum()
y.backward()
print(x.grad)
with torch.autograd.graph.save_on_cpu():
    z = (x**3).sum()
z.backward()
print(x.grad)
