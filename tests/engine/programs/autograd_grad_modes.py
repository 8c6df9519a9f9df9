# the three ways to switch recording, nested and as decorators
import torch

x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).requires_grad, torch.is_grad_enabled())
    print(torch.is_grad_enabled())


@torch.no_grad()
def quiet(t):
    return t * 2


@torch.enable_grad()
def loud(t):
    return t * 2


print(quiet(x).requires_grad, loud(x).requires_grad)
with torch.no_grad():
    print(loud(x))
torch.set_grad_enabled(False)
print(x * 2)
torch.set_grad_enabled(True)
with torch.set_grad_enabled(False):
    print((x + 1).requires_grad)
print((x + 1).requires_grad)
with torch.inference_mode():
    y = x * 2
print(y.is_inference(), y.requires_grad)
try:
    y.requires_grad_()
except RuntimeError as error:
    print(error)
try:
    (y * x).sum().backward()
except RuntimeError as error:
    print(error)
# one object entered twice at a time knows one mode to go back to
torch.set_grad_enabled(mode=True)
twice = torch.no_grad()
with twice:
    with twice:
        print(torch.is_grad_enabled())
    print(torch.is_grad_enabled())
print(torch.is_grad_enabled())
torch.set_grad_enabled(True)
