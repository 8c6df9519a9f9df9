# softmax by hand and cross entropy by indexing
import torch

torch.manual_seed(0)
X = torch.normal(0, 1, (2, 5))


def softmax(X):
    X_exp = torch.exp(X)
    return X_exp / X_exp.sum(1, keepdim=True)


p = softmax(X)
print(p, p.sum(1))
y = torch.tensor([0, 2])
y_hat = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
print(y_hat[[0, 1], y])
print(-torch.log(y_hat[range(len(y_hat)), y]))
print((y_hat.argmax(axis=1).type(y.dtype) == y).type(torch.float32).mean())
