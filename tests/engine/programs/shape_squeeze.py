# squeeze and unsqueeze
import torch

x = torch.zeros(1, 3, 1)
print(x.squeeze().shape, x.squeeze(0).shape, x.squeeze(1).shape, x.squeeze(-1).shape)
print(x.unsqueeze(0).shape, x.unsqueeze(-1).shape, torch.unsqueeze(torch.tensor(1), 0))
print(torch.squeeze(torch.ones(1, 1)), x.squeeze((0, 2)).shape)
print(torch.ones(3)[None].shape, torch.ones(3)[:, None].shape)
print(torch.atleast_2d(torch.tensor(1.0)), torch.atleast_1d(torch.tensor(2)))
# several dimensions one by one, and counts that only methods take so
x = torch.ones(1, 2, 1, requires_grad=True)
for run in (
    lambda: x.squeeze(0, 2), lambda: x.detach().clone().squeeze_(0, 2), lambda: x.squeeze(0, 0),
    lambda: x.squeeze(0, 2, 5), lambda: torch.squeeze(x, 0, 2), lambda: x.squeeze(dim=(0, 2)),
    lambda: x.count_nonzero(0, 1), lambda: x.count_nonzero(0, 0), lambda: x.hsplit(0, 1),
    lambda: x.detach().vsplit(1, 2), lambda: x.detach().dsplit((0, 1)), lambda: x.std(0, 1),
    lambda: x.var(1, True, 1), lambda: torch.empty(2, 0).split(0, 1), lambda: x.unique(0),
    lambda: x.unique(dim=0, sorted=1), lambda: x.unique_consecutive(1),
):
    try:
        print(run())
    except (RuntimeError, IndexError, TypeError) as error:
        print(error)
