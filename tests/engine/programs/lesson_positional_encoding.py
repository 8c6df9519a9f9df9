# sinusoidal positions, a causal mask and rotary embeddings
import math

import torch


def sinusoids(length, width):
    position = torch.arange(length).unsqueeze(1)
    rate = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
    table = torch.zeros(length, width)
    table[:, 0::2] = torch.sin(position * rate)
    table[:, 1::2] = torch.cos(position * rate)
    return table


print(sinusoids(4, 6))
mask = torch.triu(torch.ones(4, 4), diagonal=1).bool()
print(mask, torch.zeros(4, 4).masked_fill(mask, float("-inf")).softmax(-1))


def rotate(x):
    angle = torch.outer(torch.arange(x.size(0)), 1.0 / 100 ** torch.arange(0, 1, 0.5))
    turned = torch.view_as_complex(x.view(x.size(0), -1, 2)) * torch.polar(
        torch.ones_like(angle), angle
    )
    return torch.view_as_real(turned).flatten(1)


q = torch.ones(5, 4)
r = rotate(q)
print(r, (r[1] @ r[2] - r[3] @ r[4]).abs() < 1e-5, r.norm(dim=1))
