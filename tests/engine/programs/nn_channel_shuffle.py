# Channels dealt out in turn, and their gradients, for signals, images and volumes.
import torch
import torch.nn.functional as F

for shape, groups in (((2, 4, 3), 2), ((2, 3, 4), 1), ((1, 6, 2, 2), 3), ((1, 4, 2, 1, 2), 2)):
    x = torch.arange(float(torch.Size(shape).numel())).reshape(shape).requires_grad_()
    made = F.channel_shuffle(x, groups)
    made.backward(torch.arange(float(x.numel())).reshape(shape))
    print(made.flatten(), x.grad.flatten(), made.grad_fn.name())

for shape in (torch.tensor([0, 1, 2]), torch.tensor([0.0, 1.0, 2.0])):
    for function in (torch.igamma, torch.igammac):
        rate = torch.tensor(0.5, requires_grad=True)
        made = function(shape, rate)
        made.sum().backward()
        print(made, rate.grad)
