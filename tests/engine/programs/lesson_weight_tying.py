# one matrix for embedding and output: what counts, what accumulates, what is saved
import torch
from torch import nn


class Tied(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.out = nn.Linear(width, words, bias=False)
        self.out.weight = self.embed.weight

    def forward(self, ids):
        return self.out(self.embed(ids))


torch.manual_seed(23)
model = Tied(5, 2)
print(model, model.out.weight is model.embed.weight)
print(len(list(model.parameters())), sum(p.numel() for p in model.parameters()))
print([name for name, _ in model.named_parameters()], list(model.state_dict()))
ids, target = torch.tensor([0, 3, 3]), torch.tensor([1, 2, 4])
loss = nn.functional.cross_entropy(model(ids), target)
loss.backward()
tied = model.embed.weight.grad.clone()
a = model.embed.weight.detach().clone().requires_grad_()
b = model.embed.weight.detach().clone().requires_grad_()
nn.functional.cross_entropy(a[ids] @ b.T, target).backward()
print(loss, tied, torch.allclose(tied, a.grad + b.grad), a.grad[1])
torch.optim.SGD(model.parameters(), lr=0.5).step()
print(torch.equal(model.out.weight, model.embed.weight), model.embed.weight[3])
