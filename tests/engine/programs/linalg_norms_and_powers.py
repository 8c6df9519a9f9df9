# norms, condition numbers, ranks, powers, products
import torch

x = torch.tensor([3.0, -4.0, 12.0], requires_grad=True)
A = torch.arange(6.0).reshape(2, 3) - 2
for order in (None, 1, 2, 3, 0, float("inf"), -float("inf")):
    print(
        order,
        torch.linalg.norm(x, order),
        torch.linalg.vector_norm(A, 2 if order is None else order),
    )
for order in ("fro", "nuc", 1, -1, 2, -2, float("inf")):
    print(order, torch.linalg.matrix_norm(A, order), torch.linalg.norm(A, order))
torch.linalg.norm(x).backward()
print(x.grad, torch.linalg.norm(A, dim=1), torch.linalg.norm(A, dim=0, keepdim=True))
print(x.norm(), x.norm(p=1), A.norm(dim=1), torch.norm(A, p="fro"), A.norm(p=float("inf")))
S = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
print(torch.linalg.cond(S), torch.linalg.cond(S, 1), torch.linalg.matrix_rank(torch.ones(3, 3)))
print(torch.linalg.matrix_power(S, 3), torch.matrix_power(S, -1), torch.linalg.matrix_exp(S / 4))
print(torch.linalg.multi_dot([S, S, torch.ones(2)]), torch.chain_matmul(S, S, S))
print(torch.chain_matmul(S), torch.chain_matmul(S) is S)
print(torch.linalg.cross(torch.tensor([1.0, 0, 0]), torch.tensor([0, 1.0, 0])))
print(torch.linalg.vecdot(A, A), torch.linalg.vander(torch.tensor([1, 2, 3])))
print(torch.linalg.tensorinv(torch.eye(4).reshape(2, 2, 2, 2)).shape, torch.linalg.diagonal(S))
print(torch.trace(S), S.trace(), torch.kron(S, torch.eye(2)), torch.block_diag(S, torch.ones(1, 1)))
zero = torch.zeros(2, requires_grad=True)
zero.norm().backward()
print(zero.grad)

m = torch.tensor([[2.0, 1.0], [1.0, -0.5]])
print(torch.linalg.matrix_rank(m), torch.linalg.matrix_rank(m, atol=1.0, rtol=0.0, hermitian=True))
print(torch.linalg.matrix_rank(m, atol=3.0), torch.special.i1(torch.tensor([0.0, 1.0])))
b = torch.tensor([1.0], requires_grad=True) + 1
print(torch.asarray(b, requires_grad=False), torch.asarray(b, requires_grad=True))
print(torch.asarray(b))
alone = torch.tensor(-2.0, requires_grad=True)
for order in (2, 1, 0, float("inf"), 3.5):
    print(alone.norm(order, (0,)), torch.linalg.vector_norm(alone, order, dim=-1))
alone.norm("fro", dim=(-1,)).backward()
print(alone.grad, torch.linalg.norm(torch.ones(2, 0), 1), torch.ones(2, 0).norm(2, ()))
# the dimensions of an extreme among nothing are looked at in order
for dims in ((0, 5), (5, 0), (0, 0), (-1,), 5, None):
    try:
        print(torch.linalg.vector_norm(torch.empty(0), -2, dims))
    except (RuntimeError, IndexError) as error:
        print(error)
