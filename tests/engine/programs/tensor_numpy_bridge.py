# numpy and back, sharing memory
import numpy as np
import torch

a = np.array([1.0, 2.0])
t = torch.from_numpy(a)
print(t, t.dtype)
a[0] = 9
print(t)
t[1] = 5
print(a)
b = torch.ones(2)
n = b.numpy()
b.add_(1)
print(n, n.dtype, type(n))
print(np.array(torch.tensor([1, 2])), np.asarray(torch.ones(2)))
print(torch.tensor(np.float64(1.5)), torch.tensor(np.array([1, 2], dtype=np.int32)))
print(np.sum(torch.ones(3).numpy()), torch.ones(2).detach().cpu().numpy())
try:
    torch.ones(2, requires_grad=True).numpy()
except RuntimeError as error:
    print(error)
# memory is shared, shapes are not
table = np.ones(3)
shared = torch.from_numpy(table)
table.shape = (3, 1)
seen = shared.numpy()
seen.shape = (1, 3)
seen[0, 0] = 7
print(shared, table.tolist(), seen is shared.numpy(), shared.numpy() is table)
# the same memory by the protocol of all array libraries
t = torch.arange(3.0)
array = np.from_dlpack(t)
array[0] = 7
back = torch.from_dlpack(array)
back[1] = 8
print(t, back, torch.from_dlpack(t).data_ptr() == t.data_ptr())
capsule = torch.to_dlpack(t)
print(torch.utils.dlpack.from_dlpack(capsule), t.__dlpack_device__()[1])
try:
    np.from_dlpack(t.requires_grad_())
except BufferError as error:
    print(error)

# Memory that numpy or Python guards against writes is written all the same.
guarded = np.arange(3.0)
guarded.flags.writeable = False
shared = torch.from_numpy(guarded)
shared.add_(1)
shared[0] = 9
print(shared, guarded)
spread = torch.from_numpy(np.broadcast_to(np.arange(2.0), (3, 2)))
try:
    spread.add_(1)
except RuntimeError as error:
    print(error)
memory = bytearray(range(8))
bytes_of = torch.frombuffer(memory, dtype=torch.uint8)
bytes_of[0] = 77
memory[1] = 88
print(bytes_of[:3], memory[0], torch.frombuffer(memory, dtype=torch.int16, count=2, offset=3))
print(torch.frombuffer(b"\x80\x3f\x00\x40", dtype=torch.bfloat16).add_(1))
for buffer, options in ((memory, {"offset": 3}), (memory, {"offset": 8}), (memory, {"offset": -1}),
                        (memory, {"count": 5}), (memory, {"count": 0}), (bytearray(), {}),
                        (5, {}), (memoryview(memory)[::2], {}), (memory, {"requires_grad": True})):
    try:
        print(torch.frombuffer(buffer, dtype=torch.int32, **options))
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
