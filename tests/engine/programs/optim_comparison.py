# all optimizers on one valley, thirty steps each
import torch
from torch import optim


def run(make, **options):
    p = torch.tensor([2.0, -1.5], requires_grad=True)
    optimizer = make([p], **options)
    for _ in range(30):
        optimizer.zero_grad()
        loss = p[0] ** 2 + 10 * p[1] ** 2 + p[0] * p[1]
        loss.backward()
        optimizer.step()
    return round(loss.item(), 4), [round(v, 3) for v in p.tolist()]


print("SGD", run(optim.SGD, lr=0.05))
print("momentum", run(optim.SGD, lr=0.02, momentum=0.9))
print("nesterov", run(optim.SGD, lr=0.02, momentum=0.9, nesterov=True))
print("Adagrad", run(optim.Adagrad, lr=0.5))
print("Adadelta", run(optim.Adadelta, lr=10.0))
print("RMSprop", run(optim.RMSprop, lr=0.1))
print("Adam", run(optim.Adam, lr=0.2))
print("AdamW", run(optim.AdamW, lr=0.2, weight_decay=0.1))
print("amsgrad", run(optim.Adam, lr=0.2, amsgrad=True))
print("Adamax", run(optim.Adamax, lr=0.2))
print("NAdam", run(optim.NAdam, lr=0.2))
print("RAdam", run(optim.RAdam, lr=0.2))
print("Rprop", run(optim.Rprop, lr=0.1))
print("ASGD", run(optim.ASGD, lr=0.05))
print("Adafactor", run(optim.Adafactor, lr=0.1))
