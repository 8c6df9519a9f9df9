# Softmax and cross-entropy
import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, 1.0, 0.0], [0.0, 0.0, 3.0]], requires_grad=True)
target = torch.tensor([0, 1])

loss = F.cross_entropy(logits, target)
print(loss)

loss.backward()
print(logits.grad)

with torch.no_grad():
    p = logits.softmax(dim=1)
    print((p - F.one_hot(target, 3)) / 2)  # the same numbers: probability minus truth
