# reshape, view, flatten, -1 and errors
import torch

x = torch.arange(12)
print(x.reshape(3, 4))
print(x.view(2, -1), x.view((3, 4)).shape, x.reshape([2, 6]).shape)
print(
    x.view(3, 4).flatten(), x.reshape(2, 2, 3).flatten(1).shape, torch.flatten(x.view(2, 6)).shape
)
print(x.view(3, 4).view(-1).shape, x.view_as(torch.zeros(4, 3)).shape)
print(x.unflatten(0, (3, 4)).shape, x.reshape(1, 12).ravel().shape)
y = x.view(3, 4)
y[0, 0] = 100
print(x[0])
for attempt in (lambda: x.view(5, -1), lambda: x.reshape(5, 3), lambda: y.t().view(12)):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
