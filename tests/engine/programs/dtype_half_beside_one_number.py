"""The one number of a tensor of another dtype: products and quotients of 16-bit floats take it
as it is, sums round it first."""
import torch

for dtype in (torch.half, torch.bfloat16):
    x = torch.arange(1., 9., dtype=dtype) / 3
    for number in (torch.tensor(0.8660254), torch.tensor(3001), torch.tensor(-0.0101).double()):
        print((x * number).tolist(), (number * x).tolist())
        print((x / number).tolist(), (number / x).tolist(), (x // number).tolist())
        print((x + number).tolist(), (x - number).tolist(), x.clone().mul_(number).tolist())
    x.requires_grad_()
    scale = torch.tensor(0.8660254, requires_grad=True)
    for y in (x * scale, scale * x, x / scale):
        y.backward(x.detach() * 3)
        print(y.grad_fn.name(), x.grad.tolist(), x.grad.dtype, scale.grad.dtype)
        x.grad = scale.grad = None
with torch.autocast("cpu", dtype=torch.bfloat16):
    q, k = torch.linspace(-1, 1, 6).view(2, 3), torch.linspace(0, 2, 6).view(2, 3)
    print(q @ k.T / torch.sqrt(torch.tensor(3.)), q @ k.T * torch.tensor(3.) ** -0.5)
