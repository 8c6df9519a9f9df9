# Sobel edges and a blur by conv2d, the game of life, and a kernel learned from its answer
import torch
import torch.nn.functional as F

image = torch.zeros(1, 1, 5, 6)
image[..., 2:] = 1.0
sobel = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]])
edges = F.conv2d(image, sobel.view(1, 1, 3, 3), padding=1)
print(edges[0, 0].int())
blur = F.avg_pool2d(image, 3, stride=1)
print(blur.squeeze())
glider = torch.zeros(5, 5)
glider[[0, 1, 2, 2, 2], [1, 2, 0, 1, 2]] = 1
kernel = torch.ones(1, 1, 3, 3)
kernel[0, 0, 1, 1] = 0
for _ in range(4):
    padded = F.pad(glider[None, None], (1, 1, 1, 1), mode="circular")
    count = F.conv2d(padded, kernel)[0, 0]
    glider = ((count == 3) | ((glider == 1) & (count == 2))).float()
print(glider.bool().int())
learned = torch.zeros(1, 1, 3, 3, requires_grad=True)
for step in range(3):
    loss = (F.conv2d(image, learned, padding=1) - edges).pow(2).sum()
    (g,) = torch.autograd.grad(loss, learned)
    print(step, loss.item(), g[0, 0, 0].tolist())
    learned = (learned - g / 64).detach().requires_grad_()
