# what tensors know of themselves cannot be written; hooks, tangents and loaders tell what they keep
import torch
import torch.autograd.forward_ad as forward_ad
from torch.utils.data import DataLoader, IterableDataset


class Named(torch.Tensor):
    pass


for tensor in (torch.ones(1), torch.ones(1).as_subclass(Named), torch.nn.Parameter(torch.ones(1))):
    for name in ("name", "is_sparse", "is_cuda", "is_cpu", "is_meta", "H", "mH", "T", "shape"):
        try:
            setattr(tensor, name, 1)
        except AttributeError as error:
            print(error)

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
print(y._backward_hooks, x._backward_hooks)
handles = [y.register_hook(lambda grad: grad * 2), x.register_hook(lambda grad: grad + 1)]
print(len(y._backward_hooks), len(x._backward_hooks), type(y._backward_hooks).__name__)
for handle in handles:
    handle.remove()
print(y._backward_hooks, x._backward_hooks)

tangent = torch.tensor([1.0, 0.5], requires_grad=True)
with forward_ad.dual_level():  # a tangent that needs a gradient passes it on
    dual = forward_ad.make_dual(torch.tensor([2.0, 3.0]), tangent)
    moved = forward_ad.unpack_dual(dual.sin()).tangent
    print(moved, torch.autograd.grad(moved.sum(), tangent))
    moved = forward_ad.unpack_dual((dual * dual).sum()).tangent
    print(moved.requires_grad, torch.autograd.grad(moved, tangent))


class Stream(IterableDataset):
    def __iter__(self):
        return iter(range(2))


print(DataLoader([1, 2])._dataset_kind, DataLoader(Stream())._dataset_kind)

for options in ({}, {"history_size": 3, "max_iter": 8}, {"max_iter": 1}):
    x = torch.tensor([1.5, -0.5, 2.0], dtype=torch.double, requires_grad=True)
    optimizer = torch.optim.LBFGS([x], lr=0.3, **options)

    def closure():
        optimizer.zero_grad()
        loss = (x**4).sum() + x.prod() + (x[0] - x[1]) ** 2
        loss.backward()
        return loss

    for _ in range(2):
        print(optimizer.step(closure), x)
    state = optimizer.state_dict()["state"][0]
    print(list(state), len(state["al"]), state["al"][:3])
