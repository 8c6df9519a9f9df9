# the exclusive or of all bits
import torch

x = torch.arange(6.0).reshape(2, 3)
for t in (
    x, x.double(), x.half(), x.bfloat16(), x.long(), -x.char(), x > 2, x[1, 2], x.byte()[:1],
):
    print(t.dtype, torch.hash_tensor(t), t.hash_tensor().shape)
print(torch.hash_tensor(x, 1), torch.hash_tensor(x, (0, 1), keepdim=True), x.hash_tensor(0))
print(x.hash_tensor(dim=-1, keepdim=True), torch.hash_tensor(x, ()))
print(torch.hash_tensor(x, out=torch.empty(0, dtype=torch.uint64)))
for attempt in (
    lambda: torch.hash_tensor(x.cfloat()), lambda: torch.hash_tensor(x, mode=1),
    lambda: torch.hash_tensor(x.clone().requires_grad_()), lambda: torch.hash_tensor(x, 5),
    lambda: torch.hash_tensor(x, (0, 0)), lambda: torch.hash_tensor(x, out=torch.empty(0)),
    lambda: torch.hash_tensor(x.to(torch.uint64)), lambda: torch.hash_tensor([1.0]),
    lambda: torch.hash_tensor(x[:0]), lambda: torch.hash_tensor(x[:0], 0),
    lambda: torch.hash_tensor(x[:0], 1),
):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, error)
# what a capsule of memory says of itself, and that it is taken once
from torch.utils.dlpack import DLDeviceType, from_dlpack, to_dlpack

print(x.__dlpack_device__(), DLDeviceType.kDLCUDA == 2)
capsule = to_dlpack(x)
print(from_dlpack(capsule))
try:
    from_dlpack(capsule)
except RuntimeError as error:
    print(error)
