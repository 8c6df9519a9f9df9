# a router with top-k: scattered gates, gradients only where tokens went, a balance loss
import torch
from torch import nn

torch.manual_seed(33)
router = nn.Linear(2, 3, bias=False)
experts = nn.ModuleList([nn.Linear(2, 1) for _ in range(3)])
with torch.no_grad():
    router.weight.copy_(torch.tensor([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]]))
x = torch.tensor([[2.0, 1.0], [1.0, 3.0], [0.5, 0.2]])
logits = router(x)
top, index = logits.topk(2, dim=-1)
gates = torch.zeros_like(logits).scatter(-1, index, top.softmax(-1))
print(index, gates)
out = torch.zeros(3, 1)
for e, expert in enumerate(experts):
    rows = (index == e).any(-1).nonzero().squeeze(-1)
    print(e, rows.tolist())
    if rows.numel():
        out = out.index_add(0, rows, expert(x[rows]) * gates[rows, e].unsqueeze(-1))
balance = 3 * (gates.gt(0).float().mean(0) * logits.softmax(-1).mean(0)).sum()
(out.square().mean() + 0.1 * balance).backward()
print(balance, out.grad_fn.name(), gates.grad_fn.name())
print(router.weight.grad.shape, [expert.weight.grad is None for expert in experts])
