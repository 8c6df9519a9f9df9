# affine grids and grid sampling: modes, paddings, gradients
import torch
import torch.nn.functional as F

image = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
theta = torch.tensor([[[0.8, 0.2, 0.1], [-0.2, 0.9, -0.3]]], requires_grad=True)
grid = F.affine_grid(theta, [1, 1, 3, 3], align_corners=False)
print(grid, grid.grad_fn.name())
for mode in ("bilinear", "nearest", "bicubic"):
    for padding in ("zeros", "border", "reflection"):
        for align in (False, True):
            image.grad = theta.grad = None
            points = F.affine_grid(theta * 1.4, [1, 1, 3, 3], align_corners=align)
            out = F.grid_sample(image, points, mode, padding, align)
            (out * torch.arange(9.0).view(1, 1, 3, 3)).sum().backward()
            print(mode, padding, align, out[0, 0] / 10, theta.grad / 1000)
            print(image.grad[0, 0])
print(out.grad_fn.name())
volume = torch.arange(27.0).reshape(1, 1, 3, 3, 3)
turn = torch.tensor([[[0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.1], [0.0, 0.0, 1.0, 0.0]]])
print(F.grid_sample(volume, F.affine_grid(turn, (1, 1, 2, 2, 2), False), align_corners=False))
print(F.grid_sample(image, torch.zeros(1, 1, 1, 2)))
far = torch.tensor([[[[-3.0, 0.5], [2.5, -2.5]]]])
for padding in ("zeros", "border", "reflection"):
    print(F.grid_sample(image, far, padding_mode=padding, align_corners=True))
for call in (
    lambda: F.grid_sample(image, torch.zeros(1, 1, 1, 3), align_corners=False),
    lambda: F.grid_sample(image, torch.zeros(2, 1, 1, 2), align_corners=False),
    lambda: F.grid_sample(image, torch.zeros(1, 1, 1, 2), mode="linear"),
    lambda: F.affine_grid(theta, [1, 1, 3], False),
    lambda: F.affine_grid(theta[0], [1, 1, 3, 3], False),
):
    try:
        call()
    except (RuntimeError, ValueError, NotImplementedError) as error:
        print(type(error).__name__, error)
# An affine map that changes nothing: there a bit of a point's place decides its slope.
still = torch.tensor([[[1.0, 0, 0], [0, 1, 0]]], requires_grad=True)
wide = torch.randn(1, 2, 6, 7, generator=torch.Generator().manual_seed(3), requires_grad=True)
seen = F.grid_sample(wide, F.affine_grid(still, [1, 2, 6, 7], False), align_corners=False)
seen.pow(2).sum().backward()
print(still.grad, wide.grad[0, 0, :2])
# images of nothing, and grids of one point
for shape in ((1, 0, 3, 3), (1, 1, 0, 3), (0, 1, 3, 3)):
    try:
        print(F.grid_sample(torch.ones(shape), torch.zeros(shape[0], 2, 2, 2),
                            align_corners=False).shape)
    except RuntimeError as error:
        print(error)
import warnings

with warnings.catch_warnings(record=True) as given:
    warnings.simplefilter("always")
    print(F.affine_grid(theta, [1, 1, 1, 2], align_corners=True))
print([str(each.message) for each in given])
