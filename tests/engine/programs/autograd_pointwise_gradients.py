# gradients of elementwise functions
import torch

NAMES = """exp log sqrt sin cos tan tanh sigmoid abs neg reciprocal square asin acos atan sinh cosh
log2 log10 log1p expm1 rsqrt erf relu floor"""
for name in NAMES.split():
    x = torch.tensor([0.3, 0.8], requires_grad=True)
    getattr(x, name)().sum().backward()
    print(name, x.grad)
truth = torch.tensor([True, False])
w = torch.tensor([2.0, 3.0], requires_grad=True)
for use in (lambda: truth.fmod(w), lambda: w ** truth, lambda: torch.tensor([[1]]).dist(truth)):
    try:
        print(torch.autograd.grad(use().sum(), w))
    except RuntimeError as error:
        print(error)
