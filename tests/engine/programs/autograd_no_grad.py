# no_grad, enable_grad, set_grad_enabled
import torch

x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    y = x * 2
    print(y.requires_grad, y.grad_fn, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).requires_grad)
    print((x * 2).requires_grad)
print(torch.is_grad_enabled(), (x * 2).requires_grad)


@torch.no_grad()
def double(v):
    return v * 2


print(double(x).requires_grad)
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
with torch.set_grad_enabled(False):
    print((x * 2).requires_grad)
print((x * 2).requires_grad)
with torch.inference_mode():
    z = x * 2
    print(z.requires_grad, z.is_inference(), torch.is_inference_mode_enabled())
try:
    (z * x).sum()
except RuntimeError as error:
    print(error)
