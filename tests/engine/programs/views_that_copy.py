# The views whose results have memory of their own, and their nodes
import torch

x = torch.arange(6.0, requires_grad=True)
m = torch.arange(6.0).reshape(2, 3).requires_grad_()
z = torch.tensor([1 + 2j], requires_grad=True)
for made in (
    torch.view_copy(x, (2, 3)), torch.permute_copy(m, (1, 0)), torch.t_copy(m),
    torch.transpose_copy(m, 0, 1), torch.select_copy(m, 0, 1), torch.slice_copy(x, 0, 1, 5, 2),
    torch.narrow_copy(x, 0, 1, 2), torch.squeeze_copy(m), torch.squeeze_copy(m[None], 0),
    torch.unsqueeze_copy(x, 0), torch.expand_copy(x, (2, 6)), torch.diagonal_copy(m),
    torch.as_strided_copy(x, (2,), (1,)), torch.alias_copy(m.t()), torch.unfold_copy(x, 0, 2, 2),
    torch.view_as_real_copy(z), torch.view_copy(x, dtype=torch.int32),
    *torch.unbind_copy(m), *torch.split_copy(x, 4), *torch.split_with_sizes_copy(x, (2, 4)),
):
    print(made, made.stride(), made._is_view(), made._base)
    if made.grad_fn is not None:
        made.sum().backward()
print(x.grad, m.grad, z.grad)
y = torch.view_copy(x, (2, 3))
y.mul_(2)
print(x, y.grad_fn, torch.view_copy(x.detach(), (2, 3), out=torch.empty(0)))
print(torch.autograd.grad(torch.diagonal_copy(m).pow(2).sum(), m, create_graph=True))
for bad in (
    lambda: torch.view_copy(x, (4,)), lambda: torch.expand_copy(x, (3,)),
    lambda: torch.select_copy(m, 0, 5), lambda: x.view_copy((2, 3)), lambda: torch.view_copy(x),
):
    try:
        bad()
    except (RuntimeError, IndexError, AttributeError, TypeError) as error:
        print(type(error).__name__, str(error).partition(" in Tapescope")[0])
with torch.inference_mode():
    print(torch.t_copy(m), torch.unbind_copy(m)[0].is_inference(), m.narrow_copy(1, 0, 1))
