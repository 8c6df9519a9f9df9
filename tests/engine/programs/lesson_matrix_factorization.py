# recommendations: two embedding tables, biases, a mask of known ratings
import torch
from torch import nn


class Factors(nn.Module):
    def __init__(self, users, items, width=2):
        super().__init__()
        self.user, self.item = nn.Embedding(users, width), nn.Embedding(items, width)
        self.user_bias, self.item_bias = nn.Embedding(users, 1), nn.Embedding(items, 1)
        self.register_buffer("mean", torch.tensor(0.0))

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(1)
        return dot + self.user_bias(u).squeeze(1) + self.item_bias(i).squeeze(1) + self.mean


torch.manual_seed(26)
ratings = torch.tensor([[5.0, 3.0, 0.0], [4.0, 0.0, 1.0], [0.0, 1.0, 5.0]])
u, i = ratings.nonzero(as_tuple=True)
known = ratings[u, i]
model = Factors(*ratings.shape)
model.mean.fill_(known.mean())
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.5)
for epoch in range(6):
    loss = nn.functional.mse_loss(model(u, i), known)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    print(f"{epoch}: {loss.item() ** 0.5:.3f}")
print(model.mean, [tuple(p.shape) for p in model.parameters()])
print(known, u, i)
