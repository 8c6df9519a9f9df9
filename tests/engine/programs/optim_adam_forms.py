# Adam and AdamW: betas, amsgrad, weight decay, state after several steps
import torch
from torch import optim

for make, options in (
    (optim.Adam, {}),
    (optim.Adam, {"lr": 0.1}),
    (optim.Adam, {"lr": 0.1, "betas": (0.5, 0.9), "eps": 1e-3}),
    (optim.Adam, {"lr": 0.1, "amsgrad": True}),
    (optim.Adam, {"lr": 0.1, "weight_decay": 0.1}),
    (optim.AdamW, {"lr": 0.1}),
    (optim.AdamW, {"lr": 0.1, "weight_decay": 0.5, "amsgrad": True}),
    (optim.Adam, {"lr": 0.1, "maximize": True}),
    (optim.Adam, {"lr": 0.1, "decoupled_weight_decay": True, "weight_decay": 0.1}),
):
    w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    optimizer = make([w], **options)
    for step in range(6):
        optimizer.zero_grad()
        (w**2 * torch.tensor([1.0, 10.0, 0.1])).sum().backward()
        optimizer.step()
    print(make.__name__, options, w)
    print(optimizer.state[w])
print(optimizer)
print(optimizer.state_dict()["param_groups"])
for wrong in ({"betas": (1.0, 0.9)}, {"eps": -1.0}, {"lr": -0.1}, {"weight_decay": -1}):
    try:
        optim.Adam([w], **wrong)
    except ValueError as error:
        print(error)

# The second moment takes product and sum in one rounding, as addcmul_ does.
torch.manual_seed(5)
w = torch.randn(20, requires_grad=True)
optimizer = torch.optim.Adam([w])
for _ in range(4):
    w.grad = torch.randn(20)
    optimizer.step()
print(optimizer.state[w]["exp_avg_sq"].tolist())

# The state has the parameter's dtype; a complex number without dimensions has parts as well
for make in (torch.optim.Adam, torch.optim.RMSprop, torch.optim.Rprop, torch.optim.Adagrad):
    for start in (torch.tensor([1.0, 3.0], dtype=torch.float64), torch.tensor(1 - 2j)):
        w = start.clone().requires_grad_()
        opt = make([w], lr=0.1)
        for _ in range(3):
            opt.zero_grad()
            (w * w.conj()).real.sum().backward()
            opt.step()
        print(torch.view_as_real(w.detach()) if w.is_complex() else w.tolist())
        print({name: value.dtype for name, value in opt.state[w].items()})
w = torch.tensor([1j], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
w.abs().sum().backward()
opt.step()
print(w, opt.state_dict()["state"])
