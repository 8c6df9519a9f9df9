# a teacher's soft targets for a student, with temperature
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(47)
x, labels = torch.randn(12, 4), torch.randint(0, 3, (12,))
teacher, student = nn.Linear(4, 3), nn.Linear(4, 3)
teacher.requires_grad_(False)
T, alpha = 2.0, 0.7
optimizer = torch.optim.SGD(student.parameters(), lr=0.5, momentum=0.9, weight_decay=1e-4)
for step in range(4):
    with torch.no_grad():
        soft = F.softmax(teacher(x) / T, dim=-1)
    logits = student(x)
    kd = F.kl_div(F.log_softmax(logits / T, dim=-1), soft, reduction="batchmean") * T * T
    ce = F.cross_entropy(logits, labels)
    loss = alpha * kd + (1 - alpha) * ce
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{step} kd {kd:.4f} ce {ce:.4f} grad {student.weight.grad.norm():.4f}")
print(
    (student(x).argmax(1) == teacher(x).argmax(1)).float().mean(),
    list(teacher.parameters())[0].grad,
)
