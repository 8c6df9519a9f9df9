# Why is .grad None? Five reasons
import torch

leaf = torch.tensor(2.0, requires_grad=True)
print(leaf.grad)  # 1. no backward has run yet

plain = torch.tensor(3.0)  # 2. it never asked for a gradient
unused = torch.tensor(4.0, requires_grad=True)  # 3. the result does not depend on it
behind = torch.tensor(5.0, requires_grad=True)
cut = (behind * 2).detach()  # 4. detach() cuts the way back to it

middle = leaf * plain  # 5. it is no leaf: gradients pass through it and are not kept
result = middle + cut
result.backward()

print(plain.grad, unused.grad, behind.grad)
print(leaf.grad)
