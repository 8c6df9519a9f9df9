# arrays given to the old constructors and to asarray: whose memory it is, and what is refused
import numpy as np
import torch


def shown(function, *args, **options):
    try:
        made = function(*args, **options)
    except (TypeError, ValueError, RuntimeError) as error:
        print(type(error).__name__, str(error)[:120])
        return
    steps = [step for n, step in zip(made.shape, made.stride()) if n > 1]
    held = isinstance(args[0], np.ndarray) and np.shares_memory(made.numpy(), args[0])
    print(made.dtype, tuple(made.shape), steps, held, made.flatten()[:3].tolist())


doubles = np.arange(12.0).reshape(3, 4)
floats = doubles.astype(np.float32)
for array in (
    doubles, floats, floats.T, floats[:, ::2], floats[::-1], floats[:, 2], floats.astype(int),
    doubles[:0], np.broadcast_to(floats[0], (2, 4)), floats > 3, np.array(3.0), np.float32(3),
    np.array([None]), np.array(["a"]), floats.astype(complex).real,
):
    for constructor in (torch.Tensor, torch.FloatTensor, torch.DoubleTensor, torch.LongTensor,
                        torch.ones(1).new, torch.tensor, torch.asarray):
        shown(constructor, array)
    shown(torch.asarray, array, copy=True)
print(torch.Tensor(np.array(2)).shape)
shared = torch.FloatTensor(floats)
floats[0] = -1
apart = torch.asarray(floats, copy=True)
shared[1] = 7
print(shared[:2], floats[1], apart[1], shared._version)
for data in ([1.5], [np.float64(1.5)], [np.float32(1.5)], [np.array([1.5])], [np.array(1)], [True],
             [np.array([True])], [np.array([1.5], "f")], [np.array([])], np.float32(2.5)):
    for constructor in (torch.tensor, torch.Tensor, torch.LongTensor, torch.BoolTensor):
        shown(constructor, data)
    shown(torch.tensor, data, dtype=torch.long)
shown(torch.asarray, [1], copy=False)
