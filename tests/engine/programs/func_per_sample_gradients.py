# the per-sample gradient lesson
import torch
from torch.func import grad, vmap

torch.manual_seed(0)
weights = torch.randn(3)
inputs, targets = torch.randn(4, 3), torch.randn(4)


def loss(w, x, y):
    return (x @ w - y) ** 2


per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(weights, inputs, targets)
print(per_sample)
w = weights.clone().requires_grad_()
rows = []
for x, y in zip(inputs, targets):
    rows.append(torch.autograd.grad(loss(w, x, y), w)[0])
print(torch.allclose(torch.stack(rows), per_sample, atol=1e-6))
anchors, others = torch.rand(2, 3, 4)
likeness = torch.nn.functional.cosine_similarity
print(vmap(grad(lambda a, b: likeness(a, b, dim=0)))(anchors, others))
print(vmap(grad(lambda a: (torch.bucketize(a, torch.tensor([0.5])) * a).sum()))(anchors))
