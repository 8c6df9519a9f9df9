# a frozen layer with a low-rank adapter: who gets gradients, merging, saving
import io

import torch
from torch import nn


class Adapted(nn.Module):
    def __init__(self, layer, rank=2, alpha=4.0):
        super().__init__()
        self.layer = layer.requires_grad_(False)
        self.a = nn.Parameter(torch.full((rank, layer.in_features), 0.1))
        self.b = nn.Parameter(torch.zeros(layer.out_features, rank))
        self.scale = alpha / rank

    def forward(self, x):
        return self.layer(x) + x @ self.a.T @ self.b.T * self.scale


torch.manual_seed(31)
model = Adapted(nn.Linear(3, 2))
trained = [name for name, p in model.named_parameters() if p.requires_grad]
total = sum(p.numel() for p in model.parameters())
print(trained, total, sum(p.numel() for p in model.parameters() if p.requires_grad))
x = torch.tensor([[1.0, 2.0, 3.0]])
print(torch.equal(model(x), model.layer(x)), model(x).grad_fn.name())
optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    loss = model(x).pow(2).sum()
    loss.backward()
    optimizer.step()
    print(step, loss, model.a.grad.norm(), model.b.grad, model.layer.weight.grad)
merged = nn.Linear(3, 2)
merged.load_state_dict(model.layer.state_dict())
merged.weight.data += model.scale * model.b.data @ model.a.data
print(torch.allclose(merged(x), model(x), atol=1e-6))
file = io.BytesIO()
torch.save({k: v for k, v in model.state_dict().items() if k in trained}, file)
file.seek(0)
print(model.load_state_dict(torch.load(file), strict=False))
