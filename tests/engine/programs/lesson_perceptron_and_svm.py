# the perceptron rule without autograd, then a hinge loss with it
import torch

x = torch.tensor([[2.0, 1.0], [1.0, 3.0], [-1.0, -1.0], [-2.0, 1.0], [0.5, -2.0]])
y = torch.tensor([1.0, 1.0, -1.0, -1.0, -1.0])
w, b, mistakes = torch.zeros(2), torch.zeros(1), []
for epoch in range(4):
    wrong = 0
    for xi, yi in zip(x, y):
        if yi * (w @ xi + b) <= 0:
            w, b, wrong = w + yi * xi, b + yi, wrong + 1
    mistakes.append(wrong)
print(w, b, mistakes)
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([w, b], lr=0.1)
for epoch in range(5):
    margin = y * (x @ w + b)
    loss = torch.clamp(1 - margin, min=0).mean() + 0.01 * w.dot(w)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    right = (torch.sign(x @ w + b) == y).float().mean()
    print(f"{epoch} {loss:.4f} {right:.0%} {w.grad.tolist()[0]:+.3f}")
print(margin, (margin < 1).sum(), w, b)
print(torch.nn.functional.hinge_embedding_loss(margin, y))
print(torch.nn.MultiMarginLoss()(x, y.long().relu()))
