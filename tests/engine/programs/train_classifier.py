# a small classifier with cross entropy
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(12, 4)
y = torch.randint(0, 3, (12,))


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.hidden = nn.Linear(4, 8)
        self.out = nn.Linear(8, 3)

    def forward(self, x):
        return self.out(F.relu(self.hidden(x)))


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for step in range(10):
    logits = net(x)
    loss = F.cross_entropy(logits, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 3 == 0:
        accuracy = (logits.argmax(1) == y).float().mean()
        print(step, f"{loss:.4f}", accuracy.item())
with torch.no_grad():
    print(torch.max(net(x), 1)[1], net(x).softmax(1).sum(1))
