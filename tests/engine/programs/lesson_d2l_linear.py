# d2l: synthetic data and minibatch SGD
import random

import torch

torch.manual_seed(0)
random.seed(0)


def synthetic_data(w, b, num_examples):
    X = torch.normal(0, 1, (num_examples, len(w)))
    y = torch.matmul(X, w) + b
    y += torch.normal(0, 0.01, y.shape)
    return X, y.reshape((-1, 1))


def data_iter(batch_size, features, labels):
    indices = list(range(len(features)))
    random.shuffle(indices)
    for i in range(0, len(features), batch_size):
        batch = torch.tensor(indices[i : min(i + batch_size, len(features))])
        yield features[batch], labels[batch]


def sgd(params, lr, batch_size):
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


true_w, true_b = torch.tensor([2, -3.4]), 4.2
features, labels = synthetic_data(true_w, true_b, 60)
print("features:", features[0], "\nlabel:", labels[0])
w = torch.normal(0, 0.01, size=(2, 1), requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(3):
    for X, y in data_iter(10, features, labels):
        loss = (torch.matmul(X, w) + b - y.reshape(-1, 1)) ** 2 / 2
        loss.sum().backward()
        sgd([w, b], 0.1, 10)
    with torch.no_grad():
        train = (torch.matmul(features, w) + b - labels) ** 2 / 2
        print(f"epoch {epoch + 1}, loss {float(train.mean()):f}")
print(f"error of w: {true_w - w.reshape(true_w.shape)}")
