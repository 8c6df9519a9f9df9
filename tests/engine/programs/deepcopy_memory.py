# Deep copies share among them what their originals shared, and lie in memory as these do.
import copy
import io

import torch

a = torch.arange(6.0).reshape(2, 3)
twins = copy.deepcopy([a, a.t(), a[1]])
print([x.stride() for x in twins], [x.storage_offset() for x in twins])
print(twins[0].data_ptr() == twins[1].data_ptr(), twins[1]._base is None, twins[2]._is_view())
twins[0][1, 1] = 100
print(twins[1], twins[2], a[1, 1])
row = copy.deepcopy(a[1])
print(row.untyped_storage().size(), row.storage_offset(), row._version)
wide = copy.deepcopy(torch.ones(3).expand(2, 3))
print(wide.stride(), wide.untyped_storage().nbytes())
every_second = copy.deepcopy(torch.zeros(3)[::2])
print(every_second.stride(), every_second.is_contiguous(), every_second.untyped_storage().nbytes())
z = copy.deepcopy(torch.tensor([1 + 2j]).conj())
print(z, z.is_conj())


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(2))
        self.register_buffer("shown", self.weight.detach())


tied = copy.deepcopy(Tied())
tied.shown.fill_(3)
print(tied.weight, tied.weight.requires_grad)


class Named(torch.Tensor):
    def __new__(cls, data):
        made = torch.Tensor._make_subclass(cls, data)
        made.last = None
        return made

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        result = super().__torch_function__(func, types, args, kwargs)
        if isinstance(result, cls):
            result.last = func.__name__
        return result

    def new_empty(self, shape):
        return type(self)(torch.empty(shape))


x = Named(torch.tensor([1.0, 2.0]))
print(copy.deepcopy(x), type(copy.deepcopy(x)).__name__, (x + x).last)
layer = torch.nn.Linear(2, 1)
layer.weight = torch.nn.Parameter(Named(torch.ones(1, 2)))
layer = copy.deepcopy(layer)
print(layer.weight, type(layer.weight).__name__)

hooked = torch.zeros(1, requires_grad=True)
hooked.register_hook(torch.utils.hooks.unserializable_hook(lambda grad: grad))
torch.save(hooked, io.BytesIO())
hooked.register_hook(abs)
torch.save(hooked, io.BytesIO())
