# mm, matmul, @, mv, dot, bmm and their shapes
import torch

a = torch.arange(6.0).reshape(2, 3)
b = torch.arange(12.0).reshape(3, 4)
v = torch.tensor([1.0, 2.0, 3.0])
print(a @ b, torch.mm(a, b).shape, a.mm(b)[0], torch.matmul(a, v), a.mv(v), v @ v, torch.dot(v, v))
print(
    torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 4, 5)).shape,
    (torch.ones(5, 1, 2, 3) @ torch.ones(4, 3, 2)).shape,
)
print(
    v @ b,
    torch.outer(v, v),
    torch.ger(v, v).shape,
    torch.inner(v, v),
    torch.einsum("ij,jk->ik", a, b),
)
print(
    torch.addmm(torch.ones(2, 4), a, b),
    torch.chain_matmul(a, b).shape if False else torch.linalg.multi_dot([a, b]).shape,
)
print(
    torch.einsum("i,i->", v, v),
    torch.tensordot(a, b, dims=1).shape,
    torch.kron(torch.eye(2), torch.ones(1, 2)),
)
for attempt in (
    lambda: a @ a,
    lambda: torch.mm(a, v),
    lambda: torch.dot(v, torch.ones(2)),
    lambda: a @ torch.ones(3, 2, dtype=torch.float64),
    lambda: torch.bmm(a, b),
    lambda: v @ torch.ones(2),
    lambda: a.mv(torch.ones(2)),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
# sums of so many terms that they are added up in blocks
torch.manual_seed(0)
for terms in (192, 193, 300, 385):
    wide = torch.nn.Linear(terms, 13)
    rows = torch.randn(5, terms)
    print(wide(rows)[4, 10:], (rows @ wide.weight.t())[0, :3])
torch.utils.backcompat.broadcast_warning.enabled = True
print(torch.spmm(torch.ones(2, 2), torch.eye(2)), torch.ones(2, 1) + torch.ones(2))
square = torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True)
vector = torch.tensor([1.0, 2.0], requires_grad=True)
for chain in (
    [square, square], [square, square, square], [vector, square, vector], [square, vector],
):
    made = torch.linalg.multi_dot(chain)
    print(made, made.shape, [each.name() for each, _ in made.grad_fn.next_functions])
powers = torch.linalg.vander(vector, N=3)
print(powers, powers.grad_fn, powers._version, torch.linalg.vander(square).shape)
print(torch.kron(square, vector), torch.kron(square.T.contiguous(), vector))
for attempt in (
    lambda: torch.kron(square.T, vector), lambda: torch.linalg.vander(vector, N=1),
    lambda: torch.linalg.vander(vector > 1), lambda: torch.cholesky_solve(vector, square),
    lambda: torch.cholesky_solve(square, torch.ones(3, 3)),
):
    try:
        print(attempt())
    except RuntimeError as error:
        print(error)

small = torch.tensor([[1, -2], [3, 4]], dtype=torch.int8)
print(torch._int_mm(small, small), torch._int_mm(small.to(torch.uint8), small[:, :1]))
for a, b in ((small[0], small), (small, small[None]), (small, small.int()), (small.float(), small),
             (small, torch.ones(3, 2, dtype=torch.int8))):
    try:
        torch._int_mm(a, b)
    except RuntimeError as error:
        print(error)
