# gradients of elementwise functions
import torch

for name in (
    "exp log sqrt sin cos tan tanh sigmoid abs neg reciprocal square asin acos atan sinh cosh log2 log10 "
    "log1p expm1 rsqrt erf relu floor"
).split():
    x = torch.tensor([0.3, 0.8], requires_grad=True)
    getattr(x, name)().sum().backward()
    print(name, x.grad)
