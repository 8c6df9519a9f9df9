# the other optimizers for six steps each, with their options
import torch
from torch import optim

for make, options in (
    (optim.Adagrad, {"lr": 0.5, "lr_decay": 0.1, "initial_accumulator_value": 0.2}),
    (optim.Adagrad, {"weight_decay": 0.1}),
    (optim.RMSprop, {"lr": 0.05, "momentum": 0.5}),
    (optim.RMSprop, {"lr": 0.05, "centered": True, "alpha": 0.9}),
    (optim.Adadelta, {"lr": 2.0, "rho": 0.5}),
    (optim.Adamax, {"lr": 0.1}),
    (optim.NAdam, {"lr": 0.1, "momentum_decay": 0.01}),
    (optim.RAdam, {"lr": 0.1}),
    (optim.ASGD, {"lr": 0.1}),
    (optim.Rprop, {"lr": 0.1, "etas": (0.4, 1.3)}),
):
    w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    optimizer = make([w], **options)
    losses = []
    for step in range(6):
        optimizer.zero_grad()
        loss = (w**2 * torch.tensor([1.0, 4.0, 0.1])).sum()
        loss.backward()
        optimizer.step()
        losses.append(round(loss.item(), 3))
    print(optimizer)
    print(w, losses, sorted(optimizer.state[w]))

# Complex parameters go by their parts; their state is complex.
for kind, options in [
    (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}), (torch.optim.AdamW, {"amsgrad": True}),
    (torch.optim.Adagrad, {"initial_accumulator_value": 0.1}), (torch.optim.Rprop, {}),
    (torch.optim.RMSprop, {"centered": True}), (torch.optim.LBFGS, {"lr": 0.1}),
    (torch.optim.Adafactor, {}),
]:
    torch.manual_seed(6)
    z = torch.randn(2, 3, dtype=torch.complex64, requires_grad=True)
    optimizer = kind([z], **options)

    def closure():
        optimizer.zero_grad()
        loss = (z - 1j).abs().pow(2).sum()
        loss.backward()
        return loss

    try:
        for _ in range(2):
            optimizer.step(closure)
        print(kind.__name__, z)
        print([(name, value) for name, value in optimizer.state[z].items()
               if torch.is_tensor(value) and value.is_complex()])
    except RuntimeError as error:
        print(error)
