# k-means with cdist and argmin, and the same objective by gradient descent
import torch

points = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [8.0, 8.0], [8.0, 9.0], [9.0, 8.0]])
centres = points[[0, 1]].clone()
for step in range(4):
    nearest = torch.cdist(points, centres).argmin(dim=1)
    before = centres.clone()
    for k in range(2):
        centres[k] = points[nearest == k].mean(dim=0)
    print(step, nearest.tolist(), centres)
    if torch.equal(before, centres):
        break
print(torch.bincount(nearest), torch.nn.functional.one_hot(nearest).T)
soft = points[[0, 3]].clone().requires_grad_()
for step in range(3):
    squared = ((points[:, None] - soft[None]) ** 2).sum(-1)
    loss = squared.min(dim=1).values.mean()
    loss.backward()
    with torch.no_grad():
        soft.sub_(0.5 * soft.grad)
    print(step, loss, soft.grad)
    soft.grad.zero_()
print(soft, squared.shape, squared.min(dim=1).indices)
