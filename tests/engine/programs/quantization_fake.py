"""Numbers rounded as a quantized layer would hold them, and the gradient that passes through."""

import torch

x = torch.tensor([-1.0, 0.0, 0.26, 300.0, 0.35, float("nan"), float("inf")], requires_grad=True)
y = torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255)
print(y, y.grad_fn._saved_mask)
y.sum().backward()
print(x.grad)

w = torch.tensor([[0.8, -0.31, 0.02], [0.11, 0.49, -0.9]], requires_grad=True)
scale, zero = torch.tensor([0.1, 0.25]), torch.tensor([0, 1], dtype=torch.int32)
rows = torch.fake_quantize_per_channel_affine(w, scale, zero, 0, -8, 7)
print(rows)
(g,) = torch.autograd.grad((rows * rows).sum(), w, create_graph=True)
print(g)
print(torch.fake_quantize_per_tensor_affine(w, torch.tensor(0.1), torch.tensor(0), 0, 7))
for dtype in (torch.float64, torch.float16, torch.bfloat16):
    print(torch.fake_quantize_per_tensor_affine(w.to(dtype), 0.1, 0, -8, 7).tolist())

for attempt in (
    lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 300, 0, 255),
    lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 0, 10, 5),
    lambda: torch.fake_quantize_per_tensor_affine(w.long(), 0.1, 0, 0, 255),
    lambda: torch.fake_quantize_per_channel_affine(w, scale, zero, 1, 0, 255),
    lambda: torch.fake_quantize_per_channel_affine(w, scale, zero.long(), 0, 0, 255),
    lambda: torch.fake_quantize_per_channel_affine(w, scale, zero + 300, 0, 0, 255),
):
    try:
        attempt()
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)
