# a list of lists, tensors or slices is read as a tuple; arrays of indices must fit together
import torch

x = torch.arange(6.0).view(2, 3)
print(x[[0, 1]], x[[True, False]])
print(x[[[0, 1], [0, 1]]])
print(x[[torch.tensor([0, 1]), torch.tensor([0, 2])]])
print(x[[slice(0, 1), 1]], x[[None, 0]], x[torch.tensor([[0, 1], [0, 1]])].shape)
y = x.clone().requires_grad_()
(y[[[0, 1, 0], [2, 0, 2]]] * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(y.grad)
x[[[0, 1], [0, 1]]] = 9
print(x)
for key in (
    ([0, 1], [0, 1, 2]),
    ([0, 1], [[0, 1, 2]]),
    (torch.tensor([True, True]), [0, 1, 2]),
):
    try:
        x[key]
    except IndexError as error:
        print(error)
