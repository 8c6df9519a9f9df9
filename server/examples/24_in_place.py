# Changed in place after it was saved
import torch

x = torch.tensor([0.0, 1.0], requires_grad=True)
y = x.exp()  # exp saves its own result: it is the derivative, too
loss = y.sum()

y += 1  # the numbers that were saved are gone
loss.backward()
