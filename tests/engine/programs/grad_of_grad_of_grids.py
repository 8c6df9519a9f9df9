# the gradients of an image and of the points at which it is read have gradients of their own
import torch
import torch.nn.functional as F


def tried(dims, mode, padding, align):
    torch.manual_seed(0)
    x = torch.randn(2, 3, *(4, 5, 3)[:dims], dtype=torch.double, requires_grad=True)
    at = torch.rand(2, *(3, 2, 2)[:dims], dims, dtype=torch.double) * 2.6 - 1.3
    at.requires_grad_()
    made = F.grid_sample(x, at, mode=mode, padding_mode=padding, align_corners=align)
    grads = torch.autograd.grad(made.pow(2).sum(), (x, at), create_graph=True)
    print(dims, mode, padding, align, grads[0].grad_fn is grads[1].grad_fn)
    node = grads[0].grad_fn
    print(node.name(), [each.name() for each, _ in node.next_functions])
    again = torch.autograd.grad(
        sum(g.pow(2).sum() for g in grads), (x, at), create_graph=True)
    print([f"{g.abs().sum():.4f}" for g in again])
    third = torch.autograd.grad(sum(g.sum() for g in again), (x, at), allow_unused=True)
    print([None if g is None else f"{g.abs().sum():.3f}" for g in third])


for dims in (2, 3):
    for mode in ("bilinear", "nearest", "bicubic")[:5 - dims]:
        for padding in ("zeros", "border", "reflection"):
            for align in (True, False):
                tried(dims, mode, padding, align)

x = torch.arange(12.0).reshape(1, 1, 3, 4).double().requires_grad_()
at = torch.tensor([[[[0.1, -0.3], [0.6, 0.4]]]]).double().requires_grad_()
for leaf in (x, at):
    (grad,) = torch.autograd.grad(
        F.grid_sample(x, at, align_corners=False).square().sum(), leaf, create_graph=True)
    node = grad.grad_fn
    print(node.name(), node._saved_interpolation_mode, node._saved_padding_mode)
    print(torch.autograd.grad(grad.square().sum(), (x, at)))
(grad,) = torch.autograd.grad(
    F.grid_sample(x, at.detach(), align_corners=False).square().sum(), x, create_graph=True)
print(grad.grad_fn.next_functions[2], torch.autograd.grad(grad.sum(), x)[0].shape)
