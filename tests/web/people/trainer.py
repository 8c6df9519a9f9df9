import torch
from torch import nn

torch.manual_seed(7)


class Callback:
    def on_epoch_end(self, trainer, epoch, loss):
        pass


class EarlyStopping(Callback):
    def __init__(self, patience):
        self.patience = patience
        self.best = float("inf")
        self.bad = 0

    def on_epoch_end(self, trainer, epoch, loss):
        if loss < self.best - 0.5:
            self.best = loss
            self.bad = 0
            return
        self.bad += 1
        if self.bad >= self.patience:
            raise StopIteration(f"no better since {self.patience} epochs")


class History(Callback):
    def __init__(self):
        self.losses = []

    def on_epoch_end(self, trainer, epoch, loss):
        self.losses.append(loss)
        trainer.log[epoch] = loss


class Trainer:
    def __init__(self, model, optimizer, callbacks=()):
        self.model = model
        self.optimizer = optimizer
        self.callbacks = list(callbacks)
        self.log = {}

    def step(self, x, y):
        self.optimizer.zero_grad()
        error = self.model(x) - y
        loss = error.pow(2).mean()
        loss.backward()
        self.optimizer.step()
        return loss

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            total, count = 0.0, 0
            for x, y in loader:
                total += self.step(x, y).item()
                count += 1
            mean = total / count
            try:
                for callback in self.callbacks:
                    callback.on_epoch_end(self, epoch, mean)
            except StopIteration as stop:
                print("stopped:", stop)
                break
        else:
            print("ran to the end")
        return self.log


X = torch.randn(6, 2)
Y = X @ torch.tensor([[1.0], [-2.0]])
loader = [(X[i:i + 3], Y[i:i + 3]) for i in range(0, 6, 3)]
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
history = History()
trainer = Trainer(model, optimizer, [history, EarlyStopping(2)])
log = trainer.fit(loader, 5)
losses = history.losses
