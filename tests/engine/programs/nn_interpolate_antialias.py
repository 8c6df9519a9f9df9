"""Images made smaller without patterns of their own: `interpolate(..., antialias=True)`."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
image = torch.rand(1, 2, 7, 9, dtype=torch.float64, requires_grad=True)
small = {"size": (3, 4)}
for mode in ("bilinear", "bicubic", "lanczos"):
    for given in (small, {"scale_factor": 0.5}, {"scale_factor": (0.4, 1.7)}, {"size": (7, 9)},
                  {"size": (14, 5)}, {"size": (1, 1)}, {"size": (3, 4), "align_corners": True}):
        try:
            made = F.interpolate(image, mode=mode, antialias=True, **given)
            grad, = torch.autograd.grad(made.square().sum(), image, create_graph=True)
            again, = torch.autograd.grad(grad.sum(), image)
            print(mode, made.grad_fn.name(), made.shape, made[0, 0, 0], grad[0, 1, 2])
            print(f"{again.sum():.6f}")
        except ValueError as error:
            print(error)
    whole = (image * 255).byte()
    print(F.interpolate(whole, mode=mode, antialias=True, **small))
node = F.interpolate(image, mode="bilinear", antialias=True, **small).grad_fn
print({name: getattr(node, name) for name in dir(node) if name.startswith("_saved")})
for mode in ("nearest", "area", "lanczos"):
    for antialias in (True, False):
        try:
            print(F.interpolate(image, mode=mode, antialias=antialias, **small).shape)
        except (ValueError, NotImplementedError) as error:
            print(error)
for dtype in (torch.float16, torch.bfloat16, torch.int32, torch.complex64, torch.bool):
    try:
        print(F.interpolate(image.to(dtype), mode="bicubic", antialias=True, **small))
    except NotImplementedError as error:
        print(error)
