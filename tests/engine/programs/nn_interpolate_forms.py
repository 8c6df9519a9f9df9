# interpolation and upsampling in every mode
import torch
from torch import nn
import torch.nn.functional as F

line = torch.tensor([[[1.0, 3.0, 2.0]]])
image = torch.tensor([[[[1.0, 2.0], [3.0, 5.0]]]], requires_grad=True)
for mode in ("nearest", "linear", "nearest-exact", "area"):
    print(mode, F.interpolate(line, size=5, mode=mode))
print(F.interpolate(line, scale_factor=2, mode="linear", align_corners=True))
for mode in ("nearest", "bilinear", "bicubic", "nearest-exact", "area"):
    image.grad = None
    y = F.interpolate(image, size=(3, 4), mode=mode)
    y.pow(2).sum().backward()
    print(mode, y.detach(), image.grad)
print(F.interpolate(image, scale_factor=(2, 1), mode="bilinear", align_corners=True))
print(F.interpolate(image, scale_factor=0.5), F.interpolate(image, scale_factor=1.7).shape)
for layer in (
    nn.Upsample(scale_factor=2),
    nn.Upsample(size=(3, 3), mode="bilinear"),
    nn.UpsamplingNearest2d(scale_factor=2),
    nn.UpsamplingBilinear2d(size=3),
):
    print(layer, layer(image).shape, layer(image)[0, 0, 0])
print(F.interpolate(torch.arange(8.0).reshape(1, 1, 2, 2, 2), size=3, mode="trilinear")[0, 0, 1])
for call in (
    lambda: F.interpolate(image),
    lambda: F.interpolate(line, size=2, mode="bilinear"),
    lambda: F.interpolate(image, size=2, scale_factor=2),
    lambda: F.interpolate(image, 2, mode="x"),
    lambda: F.interpolate(image, size=2, align_corners=True),
):
    try:
        call()
    except (ValueError, NotImplementedError) as error:
        print(type(error).__name__, error)
photo = torch.rand(2, 3, 4, 4, requires_grad=True)
for change in (nn.AvgPool2d(2), nn.Upsample(scale_factor=2), nn.ReflectionPad2d(1)):
    (g,) = torch.autograd.grad(change(photo).sum(), photo)
    print(g.stride(), g.view(2, -1).norm(dim=1))
# images of bytes: whole weights, each dimension rounded to bytes
picture = (torch.arange(24) * 37 % 256).to(torch.uint8).view(1, 3, 2, 4)
for mode in ("bilinear", "bicubic"):
    for size in ((3, 5), (1, 2), (2, 7), (4, 2)):
        for align in (False, True):
            print(F.interpolate(picture, size, mode=mode, align_corners=align).tolist())
    print(F.interpolate(picture[:, :1], scale_factor=1.3, mode=mode).tolist())
for mode in ("nearest", "bilinear", "bicubic", "area"):  # lengths that are tensors of one number
    image = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
    for lengths in (torch.tensor(6), (torch.tensor([3]), 5), torch.tensor([2])):
        made = torch.nn.functional.interpolate(image, size=lengths, mode=mode)
        made.pow(2).sum().backward()
        print(mode, tuple(made.shape), f"{image.grad.sum().item():.2f}")
