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

# of a view that a write made stale a part is refused for that, and not for its shape
numbers = torch.arange(3.0, requires_grad=True) * 1
one = numbers.unbind(0)[0]
with torch.no_grad():
    numbers.add_(1)
for take in (lambda: one[:], lambda: one[0], lambda: one.select(0, 0), lambda: one.view(3)):
    try:
        take()
    except (RuntimeError, IndexError) as error:
        print(error)

# a view asks for the history that its base was given meanwhile; one written before that is a leaf
factor = torch.tensor(3.0, requires_grad=True)
for look in (lambda view: None, lambda view: view.grad_fn, lambda view: view.sum()):
    base = torch.zeros(2, 2)
    row = base[0]
    base[1] = factor
    look(row)
    try:
        row += 1
        print(row, base)
    except RuntimeError as error:
        print(error)
