# A NaN out of nowhere: sqrt at 0
import torch

x = torch.tensor([0.0, 4.0], requires_grad=True)
mask = torch.tensor([0.0, 1.0])

y = torch.sqrt(x)  # 0 and 2: nothing wrong so far
loss = (y * mask).sum()  # the 0 is masked out
print(loss)

loss.backward()
print(x.grad)  # 0 * inf is nan
