# walking models: counts, summaries, shapes by hooks, freezing, renaming
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)
        )
        self.pool = nn.AdaptiveAvgPool2d((2, 2))
        self.classifier = nn.ModuleDict({"fc": nn.Linear(32, 10), "drop": nn.Dropout(p=0.1)})

    def forward(self, x):
        x = self.pool(self.features(x)).flatten(1)
        return self.classifier["fc"](self.classifier["drop"](x))


net = Net()
print(net)
total = 0
for name, p in net.named_parameters():
    total += p.numel()
    print(f"{name:25s} {str(tuple(p.shape)):18s} {p.numel():6d} {p.requires_grad}")
print(total, sum(b.numel() for b in net.buffers()))
rows = []
for name, module in net.named_modules():
    if not list(module.children()):
        module.register_forward_hook(
            lambda m, i, o, name=name: rows.append((name, type(m).__name__, tuple(o.shape)))
        )
net(torch.zeros(1, 3, 8, 8))
for row in rows:
    print(row)
for p in net.features.parameters():
    p.requires_grad_(False)
print(sum(p.numel() for p in net.parameters() if p.requires_grad))
print([type(m).__name__ for m in net.modules()][:4], isinstance(net.classifier["fc"], nn.Module))
old = net.state_dict()
renamed = {k.replace("classifier.fc", "head"): v.shape for k, v in old.items()}
print(list(renamed)[-2:], net.training, net.eval().training, net.features[1].training)
net.double()
print({p.dtype for p in net.parameters()}, net.half().features[0].weight.dtype)
