# Requests for tensors that are out of the usual: too large, of buffers, of arrays among numbers.
import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")


def show(make):
    try:
        made = make()
        print(made.dtype, tuple(made.shape), made.tolist())
    except Exception as error:
        print(type(error).__name__, error)


for sizes in ([2, 4, 2**29, 2**29], [2**40, 2**40], [2**62]):
    show(lambda: torch.empty(sizes)), show(lambda: torch.ones(*sizes))
show(lambda: torch.zeros(10**13)), show(lambda: torch.randn(10**7, 10**7))
show(lambda: torch.empty_strided((2, 3), (1,))), show(lambda: torch.empty_strided((2, 3), (1, -1)))
show(lambda: torch.block_diag()), show(lambda: torch.vander(torch.arange(4.0), N=-1))
show(lambda: torch.meshgrid(torch.arange(2), torch.arange(2, device="meta")))
show(lambda: torch.randperm(256, out=torch.empty(0, dtype=torch.uint8)).sort().values[-3:])
show(lambda: torch.randperm(257, dtype=torch.uint8))

ones = torch.ones(3)
for repeats in ([1, -1, 2], [[1, 2, 3]], [1.0, 2.0, 3.0], [1, 2], [2], 2, [0, 2, 1]):
    show(lambda: ones.repeat_interleave(torch.tensor(repeats)))
    show(lambda: torch.repeat_interleave(torch.tensor(repeats)))

# Arrays among numbers: only the first of all says how deep a list goes.
show(lambda: torch.tensor(((7, np.array(5)), (np.array(9), 5.0))))
show(lambda: torch.tensor([np.array(1), 2])), show(lambda: torch.tensor([2, np.array(1.5)]))
show(lambda: torch.tensor([0j, 1 + 2j, -1j], dtype=torch.bool))
show(lambda: torch.tensor([1j], dtype=torch.float32))

held, array = bytearray(b"abcdefgh"), np.arange(3.0)
show(lambda: torch.asarray(held, dtype=torch.int16)), show(lambda: torch.asarray(held))
show(lambda: torch.asarray(memoryview(held), dtype=torch.uint8, copy=True))
show(lambda: torch.asarray(b"abcd", dtype=torch.int16))
show(lambda: torch.asarray([1], copy=False))
show(lambda: torch.asarray(array, dtype=torch.float32, copy=False))
show(lambda: torch.asarray(torch.ones(2), device="meta", copy=False))
show(lambda: torch.asarray(torch.utils.dlpack.to_dlpack(torch.ones(2)), dtype=torch.float64))

torch.manual_seed(0)
for dtype in (torch.uint8, torch.int64, torch.float32, torch.bfloat16, torch.bool):
    drawn = torch.empty(3, dtype=dtype)
    show(lambda: drawn.random_(0, None)), show(lambda: drawn.random_(0, 2)), show(drawn.random_)
    show(lambda: drawn.random_(2)), show(lambda: drawn.random_(0))
