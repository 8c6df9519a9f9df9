# Adam, AdamW, Adagrad, RMSprop
import torch
from torch import optim

for make in (
    optim.Adam,
    optim.AdamW,
    optim.Adagrad,
    optim.RMSprop,
    optim.Adadelta,
    optim.Adamax,
    optim.NAdam,
):
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    optimizer = make([w], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (w**2).sum().backward()
        optimizer.step()
    print(make.__name__, w)
print(optim.Adam([w], lr=0.001, betas=(0.8, 0.99)))
