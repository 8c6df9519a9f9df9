# a subscript's tensors, changed in place before backward, are missed as other saved tensors are
import torch


def shown(ask):
    try:
        print(ask())
    except RuntimeError as error:
        print(error)


def back(y):
    shown(lambda: y.sum().backward())


x = torch.arange(4.0, requires_grad=True)
w = torch.zeros(3, 4, requires_grad=True)
places, mask = torch.tensor([0, 1]), torch.tensor([True, False, True, False])
y = x[places]
shown(lambda: y.grad_fn._saved_indices)
places.add_(1)
shown(lambda: y.grad_fn._saved_indices)
back(y)
y = x[mask]
mask.logical_not_()
back(y)
back(x[mask])
copy, places = x.clone(), torch.tensor([0, 1])
copy[places] = torch.ones(2, requires_grad=True) * 2
places.add_(1)
back(copy)
copy, places = x.clone(), torch.tensor([0, 1])
copy[1:][places] = 5.0
places.add_(1)
back(copy)
for put in ("index_put", "index_put_"):
    places = torch.tensor([0, 1])
    y = getattr(x.clone(), put)((places,), torch.ones(2))
    back(y)
    y = getattr(x.clone(), put)((places,), torch.ones(2), accumulate=True)
    z = getattr(x.clone(), put)((places,), torch.ones(2, requires_grad=True) * 2)
    places.add_(1)
    back(y)
    back(z)
rows, columns = torch.tensor([0, 2]), torch.tensor([1, 3])
y, z = w[rows, columns], w[rows, 1:]
columns.zero_()
back(y)
rows[0] = 1
back(z)
number = torch.tensor(1)
y = w[number]
number.add_(1)
back(y)
places = torch.tensor([0, 1])
y = x[places]
places = places + 1
back(y)
with torch.no_grad():
    y = x[places]
    places.add_(1)
print(y, x.grad, w.grad)
