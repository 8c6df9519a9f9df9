# an image as a parameter: content and style losses by Gram matrices, LBFGS
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(78)
conv = nn.Conv2d(1, 3, 3, padding=1).requires_grad_(False)


def gram(features):
    a, b, c, d = features.size()
    flat = features.view(a * b, c * d)
    return torch.mm(flat, flat.t()).div(a * b * c * d)


content, style = torch.rand(1, 1, 6, 6), torch.rand(1, 1, 6, 6)
image = content.clone().requires_grad_(True)
optimizer = torch.optim.LBFGS([image], max_iter=3)
goal = gram(conv(style))
run = [0]
while run[0] < 6:

    def closure():
        with torch.no_grad():
            image.clamp_(0, 1)
        optimizer.zero_grad()
        features = conv(image)
        loss = 100 * F.mse_loss(gram(features), goal) + F.mse_loss(features, conv(content))
        loss.backward()
        run[0] += 1
        return loss

    loss = optimizer.step(closure)
    print(run[0], f"{loss.item():.4f}")
print(goal, image.grad.shape)
