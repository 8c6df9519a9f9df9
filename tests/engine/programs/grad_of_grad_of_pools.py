# the gradient of a pool or a padding is on the tape of gradients, as that of what went in
import torch
import torch.nn.functional as F

image = torch.tensor([[[0.0, 1, 2, 4], [3, 4, 5, 1], [3, 3, 2, 9], [1, 0, 2, 0]]]).requires_grad_()
cube = torch.arange(64.0).reshape(1, 1, 4, 4, 4).requires_grad_()
pools = [(pool, image) for pool in (
    lambda x: F.max_pool1d(x, 2), lambda x: F.max_pool2d(x[None], 2, 1),
    lambda x: F.avg_pool1d(x, 2), lambda x: F.max_pool2d(x, 2),
    lambda x: F.avg_pool2d(x, 2, padding=1),
    lambda x: F.adaptive_avg_pool2d(x, (2, 2)), lambda x: F.adaptive_avg_pool1d(x, 2),
    lambda x: F.adaptive_max_pool2d(x, 2), lambda x: F.pad(x, (1, 1), mode="reflect"),
    lambda x: F.pad(x, (1, 1), mode="replicate"), lambda x: F.lp_pool2d(x, 2, 2),
    lambda x: F.fractional_max_pool2d(
        x[None], 2, output_size=2, _random_samples=torch.tensor([[[0.1, 0.2]]])),
)] + [(pool, cube) for pool in (
    lambda x: F.max_pool3d(x, 2), lambda x: F.avg_pool3d(x, 2),
    lambda x: F.adaptive_avg_pool3d(x, 2), lambda x: F.adaptive_max_pool3d(x, 2),
)]


def told(node):
    names = [to and to.name() for to, _ in node.next_functions]
    return node.name(), names, [name for name in dir(node) if name.startswith("_saved")]


for pool, x in pools:
    y = pool(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    print(told(g.grad_fn), told(g.grad_fn.next_functions[0][0] or g.grad_fn), told(y.grad_fn))
    for _ in range(2):
        try:
            print(torch.autograd.grad(g.sum(), x)[0].sum())
        except RuntimeError as error:
            print(error)
    y = pool(x)
    (g,) = torch.autograd.grad((y * y).sum(), x, create_graph=True)
    print(torch.autograd.grad((g * g).sum(), x)[0].sum())
