# the derivative of the last loss with respect to the learning rate, through unrolled steps
import torch

x = torch.tensor([1.0, 2.0, 3.0])
y = torch.tensor([2.0, 4.0, 6.0])
lr = torch.tensor(0.01, requires_grad=True)
start = torch.tensor(0.5, requires_grad=True)
w = start
for step in range(3):
    loss = ((w * x - y) ** 2).mean()
    (g,) = torch.autograd.grad(loss, w, create_graph=True)
    w = w - lr * g
    print(f"{step}: loss {loss.item():.4f}, slope {g.item():.4f}, w {w.item():.4f}")
final = ((w * x - y) ** 2).mean()
final.backward()
print(final, lr.grad, start.grad)
with torch.no_grad():
    lr -= 0.001 * lr.grad
print(lr, lr.is_leaf, lr.grad is None)
