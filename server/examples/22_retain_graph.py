# retain_graph=True keeps what was saved
import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x

y.backward(retain_graph=True)  # what y saved is kept for another time
print(x.grad)

y.backward()  # the last time: now it is freed
print(x.grad)

z = x + 2  # an addition saves nothing, so there is nothing to free
z.backward()
z.backward()
print(x.grad)
