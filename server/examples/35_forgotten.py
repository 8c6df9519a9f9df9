# The forgotten zero_grad
import torch

w = torch.tensor(5.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)

for step in range(4):
    loss = w ** 2
    loss.backward()
    print(step, w.item(), w.grad)
    optimizer.step()  # steps with the gradients of all steps so far
