# integers, slices, None, Ellipsis, negative steps refused
import torch

x = torch.arange(24).reshape(2, 3, 4)
print(x[0], x[0, 1], x[0, 1, 2], x[-1, -1, -1])
print(x[:, 1], x[..., 0], x[0, :, 1:3], x[:, ::2, ::3], x[None].shape, x[0, ..., None].shape)
print(x[1, :2, -2:], x[:, -1:].shape, x[0][1][2])
y = torch.arange(5)
print(y[1:4], y[:-1], y[::2], y[10:], y[torch.tensor(2)])
for attempt in (lambda: y[7], lambda: y[0, 0], lambda: y[::-1], lambda: y[1.0]):
    try:
        attempt()
    except (IndexError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
