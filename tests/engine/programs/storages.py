# Storages: the memory under tensors as entries and as bytes
import warnings

import torch

warnings.simplefilter("ignore")
x = torch.arange(6.0).reshape(2, 3)
entries, whole = x.storage(), x.t().untyped_storage()
print(entries, entries.dtype, entries.type(), entries.element_size(), entries.nbytes(), len(whole))
print(list(entries), entries[-1], sum(entries), isinstance(entries, torch.FloatStorage))
print(entries.long(), entries.clone().data_ptr() == x.data_ptr(), torch.is_storage(whole))
print(torch.FloatStorage([1.0, 2.0]), torch.LongStorage([2]), torch.Storage is torch.FloatStorage)
print(torch.UntypedStorage([1, 2]), torch.storage.TypedStorage([1, 2], dtype=torch.int64))
made = torch.FloatStorage([1.0, 2.0, 3.0, 4.0])
shared = torch.FloatTensor(made)
made[0] = 9.0
print(shared, torch.tensor(torch.FloatStorage([1.0])))
tail = torch.tensor([]).set_(made, 1, (2, 2), (1, 1))
made.fill_(7.0)
print(tail, torch.tensor([]).set_(shared.storage()), torch.tensor([]).set_(whole, 2, (2,)))
for call in (lambda: entries[1:3], lambda: entries[6], lambda: entries["a"],
             lambda: x.set_(torch.LongStorage([2]))):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
print(torch.empty(2, 0).data_ptr(), x[:0].data_ptr(), torch.empty(0).untyped_storage().data_ptr())

for source in ("ab", None, {1: 2}):
    try:
        torch.LongStorage(source)
    except TypeError as error:
        print(error)

# One memory has one storage, which lessons tell by its `id`.
points = torch.tensor([[4.0, 1.0], [5.0, 3.0], [2.0, 1.0]])
turned, other = points.t(), points.clone()
print(id(points.storage()) == id(turned.storage()), id(points.storage()) == id(other.storage()))
print(points.untyped_storage() is turned.untyped_storage(), points.storage() is points.storage())
print(points.detach().untyped_storage() is points.untyped_storage())
print(other.untyped_storage() is points.untyped_storage())
print(points.storage().untyped() is points.untyped_storage())
print(points.storage()._cdata == turned[1].storage()._cdata, points.untyped_storage()._cdata
      == other.untyped_storage()._cdata)
first = id(points.untyped_storage())
[torch.ones(2).untyped_storage() for _ in range(3)]
print(first == id(turned[:2].untyped_storage()))
