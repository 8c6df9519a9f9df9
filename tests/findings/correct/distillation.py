import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
teacher, student = nn.Linear(4, 3).eval(), nn.Linear(4, 3)
opt = torch.optim.SGD(student.parameters(), lr=0.2)
x, y = torch.randn(12, 4), torch.arange(12) % 3
for _ in range(4):
    with torch.no_grad():
        soft = F.softmax(teacher(x) / 2, dim=1)
    logits = student(x)
    imitation = F.kl_div(F.log_softmax(logits / 2, dim=1), soft, reduction="batchmean")
    loss = F.cross_entropy(logits, y) + 4 * imitation
    opt.zero_grad()
    loss.backward()
    opt.step()
