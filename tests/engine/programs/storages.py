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

# Where in its memory a tensor lies that took over other memory.
r = torch.arange(12.)
u = torch.zeros(2)
u.data = r[4:6]
print(u.storage_offset(), torch.as_strided(u, (3,), (2,), 0), torch.as_strided(u, (2,), (1,)))
print(u.view(1, 2).storage_offset(), u[1].storage_offset())
u.data = r[:3]
print(u.storage_offset())
u.data = torch.ones(2)
print(u.storage_offset(), u.storage().size())
try:
    torch.as_strided(u, (3,), (1,), 0)
except RuntimeError as error:
    print(error)
v = torch.zeros(2).set_(r[3:5])
print(v.storage_offset(), v.as_strided((4,), (1,), 8))
v.set_(torch.ones(3))
print(v.storage_offset(), v.storage().size(), v.set_(), v.storage_offset())
v.set_(r.storage(), 5, (2, 2), (1, 2))
print(v, v.storage_offset(), v[1].storage_offset(), v.as_strided((2,), (1,), 0))
p = torch.nn.Parameter(r[6:8])
print(p.storage_offset(), p.data.storage_offset(), p.detach()[1].storage_offset())
print(torch.as_strided(p, (2,), (1,), 0), v.set_(r.untyped_storage(), 3, (2,)).storage_offset())
whole = torch.arange(6).to(torch.int32)
print(torch.zeros(1, dtype=torch.int32).set_(whole.storage()).storage_offset())
