# convolutions by loops, by unfold, by Fourier transform; known kernels
import torch
from torch import nn
import torch.nn.functional as F

image = torch.zeros(6, 6)
image[:, 2:4] = 1.0
edge = torch.tensor([[1.0, -1.0]])


def corr2d(X, K):
    h, w = K.shape
    Y = torch.zeros(X.shape[0] - h + 1, X.shape[1] - w + 1)
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i : i + h, j : j + w] * K).sum()
    return Y


print(
    corr2d(image, edge),
    torch.equal(corr2d(image, edge), F.conv2d(image[None, None], edge[None, None])[0, 0]),
)
conv = nn.Conv2d(1, 1, (1, 2), bias=False)
target = corr2d(image, edge)[None, None]
torch.manual_seed(99)
nn.init.normal_(conv.weight, 0, 0.1)
for i in range(10):
    loss = ((conv(image[None, None]) - target) ** 2).sum()
    conv.zero_grad()
    loss.backward()
    with torch.no_grad():
        conv.weight -= 3e-2 * conv.weight.grad
    if i % 3 == 0:
        print(f"epoch {i}, loss {loss:.3f}")
print(conv.weight.round(decimals=2))
sobel = torch.tensor([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]])
kernels = torch.stack([sobel, sobel.T, torch.full((3, 3), 1 / 9)]).unsqueeze(1)
print(F.conv2d(image[None, None], kernels, padding=1)[0, :, 2])
cols = F.unfold(image[None, None], 3)
print(
    torch.allclose(
        (kernels.view(3, 9) @ cols).view(3, 4, 4), F.conv2d(image[None, None], kernels)[0]
    )
)
a, b = torch.arange(4.0), torch.tensor([1.0, 0.5])
full = F.conv1d(a.view(1, 1, -1), b.flip(0).view(1, 1, -1), padding=1).flatten()
n = len(a) + len(b) - 1
print(full, torch.allclose(torch.fft.irfft(torch.fft.rfft(a, n) * torch.fft.rfft(b, n), n), full))
print(
    F.conv2d(torch.ones(1, 4, 3, 3), torch.ones(4, 1, 3, 3), groups=4).flatten(),
    [(5 + 2 * p - 3) // s + 1 for s in (1, 2) for p in (0, 1)],
)
