# gradients of the input: the fast gradient sign method
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(79)
model = nn.Sequential(nn.Flatten(), nn.Linear(16, 3))
images, labels = torch.rand(4, 1, 4, 4), torch.tensor([0, 1, 2, 1])
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for _ in range(30):
    optimizer.zero_grad()
    F.cross_entropy(model(images), labels).backward()
    optimizer.step()
for epsilon in (0.0, 0.1, 0.3):
    data = images.clone().requires_grad_()
    loss = F.nll_loss(F.log_softmax(model(data), dim=1), labels)
    model.zero_grad()
    loss.backward()
    attacked = torch.clamp(data + epsilon * data.grad.sign(), 0, 1)
    after = F.cross_entropy(model(attacked), labels)
    print(epsilon, f"{loss:.4f} -> {after:.4f}", model(attacked).argmax(1), data.grad[0, 0, 0])
saliency = data.grad.abs().amax(dim=1)
print(saliency.shape, saliency.flatten(1).argmax(1))
