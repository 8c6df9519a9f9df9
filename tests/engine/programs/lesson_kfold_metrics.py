# k folds by indices, a confusion matrix, precision and recall
import torch
from torch import nn

torch.manual_seed(72)
x = torch.randn(30, 3)
y = (x.sum(1) > 0).long() + (x[:, 0] > 1).long()
folds = torch.randperm(30).chunk(3)
for k, valid in enumerate(folds):
    train = torch.cat([f for i, f in enumerate(folds) if i != k])
    torch.manual_seed(k)
    model = nn.Linear(3, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(25):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x[train]), y[train]).backward()
        optimizer.step()
    with torch.no_grad():
        pred = model(x[valid]).argmax(1)
    confusion = torch.zeros(3, 3, dtype=torch.long)
    confusion.index_put_(
        (y[valid], pred), torch.ones(len(valid), dtype=torch.long), accumulate=True
    )
    recall = confusion.diag() / confusion.sum(1).clamp(min=1)
    print(k, (pred == y[valid]).sum().item(), confusion, recall)
