# cross_entropy takes logits, not what softmax made of them
import torch
import torch.nn.functional as F

torch.manual_seed(0)
w = torch.randn(2, 3, requires_grad=True)
probabilities = (torch.ones(4, 2) @ w).softmax(dim=1)
F.cross_entropy(probabilities, torch.tensor([0, 1, 2, 1])).backward()
print(w.grad.norm())
