# Gradients vanish in a chain of sigmoids
import torch

x = torch.tensor(0.5, requires_grad=True)

layers = []
h = x
for number in range(6):
    h = torch.sigmoid(h)
    h.retain_grad()
    layers.append(h)

h.backward()

# Backwards through the layers: each sigmoid lets through a quarter at most.
for number in reversed(range(6)):
    print(number, layers[number].grad)
print(x.grad)
