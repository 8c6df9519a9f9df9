# elementwise functions
import torch

x = torch.tensor([0.5, 1.0, 2.0])
for name in "exp log sqrt rsqrt sin cos tan tanh sigmoid log2 log10 log1p expm1 square".split():
    print(name, getattr(torch, name)(x))
for name in "floor ceil round trunc frac reciprocal neg sinh cosh atan erf".split():
    print(name, getattr(x * 1.3, name)())
print(torch.asin(x[:2]), torch.acos(x[:2]), torch.atan2(x, torch.ones(3)))
print(torch.maximum(x, torch.ones(3)), torch.minimum(x, torch.ones(3)))
print(torch.relu(torch.tensor([-1.0, 0.0, 2.0])), torch.clamp(x, 0.6, 1.5), x.clamp(min=1))
print(torch.pow(x, 3), torch.pow(2, x), x.pow(torch.tensor([1.0, 2.0, 3.0])))
print(torch.lerp(x, torch.zeros(3), 0.25), torch.hypot(x, x))
# of zeros a limit leaves what is there; a running sum begins with 0
zeros = -torch.arange(3.0)
print(zeros.relu(), zeros.clamp(min=0), zeros.clamp(max=0), zeros.clamp(-1, 0), zeros.half().relu())
print((-torch.eye(2)).cumsum(0), torch.fmax(zeros, -zeros), torch.fmin(zeros, -zeros))
print(torch.nn.functional.softshrink(torch.tensor([-0.3, 0.3, -0.7, float("nan")])))
