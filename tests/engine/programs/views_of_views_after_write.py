# older views see a write through a newer one, values and history
import torch

w = torch.ones(2, 2, requires_grad=True)
m = w * 2
row, column = m[0], m[:, 0]
column.fill_(7)
print(row, row.requires_grad)
print(row.grad_fn, column.grad_fn, m.grad_fn)
(row.sum() + m.sum()).backward()
print(w.grad)
