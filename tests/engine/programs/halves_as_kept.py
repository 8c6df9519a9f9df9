# where torch rounds 16-bit floats between the steps of a kernel
import torch
from torch import nn

torch.manual_seed(4)
for kind in (torch.bfloat16, torch.float16):
    layers = {nn.LayerNorm(6): (9, 6), nn.BatchNorm1d(6): (7, 6), nn.BatchNorm2d(2): (2, 2, 3, 3)}
    for layer, shape in layers.items():
        layer.to(kind)
        x = torch.randn(shape).to(kind).requires_grad_()
        out = layer(x)
        (out * torch.linspace(0, 3, x.numel()).reshape(shape).to(kind)).sum().backward()
        print(out.flatten()[:6], layer.weight.grad, layer.bias.grad, x.grad.flatten()[:6])
        print(list(layer.buffers()))
    rows = torch.randn(5, 3).to(kind).requires_grad_()
    for mode in ("sum", "mean"):
        print(nn.functional.embedding_bag(torch.tensor([[0, 1, 1], [4, 2, 3]]), rows, mode=mode))
    pair = nn.Bilinear(3, 3, 2).to(kind)
    print(pair(rows, rows))
    big = torch.nn.Parameter(torch.ones(4, dtype=kind))
    big.grad = torch.tensor([300.0, 1.0, 2.0, 3.0], dtype=kind)
    for norm in (1, 2, 3):
        print(nn.utils.clip_grad_norm_([big], 1e9, norm_type=norm))
    wide = torch.ones(1, 1, 2, 2, 2).to(kind)
    with torch.autocast("cpu"):
        print(nn.functional.avg_pool3d(wide, 2).dtype, torch.linalg.vecdot(rows, rows).dtype)
    few = nn.LayerNorm(3, dtype=kind)
    few(rows[:0]).sum().backward()
    print(few.weight.grad, few.bias.grad)
