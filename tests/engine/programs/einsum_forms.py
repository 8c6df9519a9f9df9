# einsum in its many uses, with gradients
import torch

a, b = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(3, 4)
a.requires_grad_()
for equation, operands in (
    ("ij,jk->ik", (a, b)),
    ("ij,jk", (a, b)),
    ("ij->ji", (a,)),
    ("ij->", (a,)),
    ("ij->j", (a,)),
    ("ij,ij->i", (a, a)),
    ("i,j->ij", (a[0], b[0])),
    ("ii->i", (torch.eye(3) * 2,)),
    ("ii", (torch.eye(3),)),
    ("...j,jk->...k", (torch.ones(2, 2, 3), b)),
    ("bij,bjk->bik", (torch.ones(2, 1, 3), torch.ones(2, 3, 1))),
    ("ij,kj->ik", (a, a)),
    ("bhqd,bhkd->bhqk", (torch.ones(1, 2, 2, 3), torch.ones(1, 2, 4, 3))),
    ("i,i", (a[0], a[1])),
):
    made = torch.einsum(equation, *operands)
    print(equation, made.shape, made)
torch.einsum("ij,jk,kl->il", a, b, torch.ones(4, 2)).sum().backward()
print(a.grad, torch.einsum(a, [0, 1], b, [1, 2], [0, 2]).shape)
print(torch.tensordot(a, b, dims=1), torch.tensordot(a, b, dims=([1], [0])).shape)
print(
    torch.inner(a, a), torch.outer(a[0], b[0]), torch.bmm(torch.ones(2, 1, 2), torch.ones(2, 2, 1))
)
for wrong in ("ij,jk->iz", "ij,kl", "ijk->i"):
    try:
        print(torch.einsum(wrong, a, a))
    except RuntimeError as error:
        print(error)
column = torch.tensor([[3], [4]], dtype=torch.uint8)
number = torch.tensor(1.5, requires_grad=True)
print(torch.inner(column, column), torch.tensordot(number, number, dims=0).item())
for number in (-1, 52):
    try:
        torch.einsum(number * torch.ones(2), [number])
    except ValueError as error:
        print(error)
print(torch.einsum("i,i", *[torch.zeros(0, dtype=torch.bool)] * 2))  # of nothing no kernel is asked
