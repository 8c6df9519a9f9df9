# inv, det, solve, cholesky, qr, svd, eigh
import torch

a = torch.tensor([[4.0, 1.0], [1.0, 3.0]])
print(torch.inverse(a), a.det(), torch.linalg.det(a), torch.linalg.inv(a))
print(torch.linalg.solve(a, torch.tensor([1.0, 2.0])), torch.linalg.cholesky(a), torch.logdet(a))
print(
    torch.linalg.slogdet(a),
    torch.linalg.eigvalsh(a),
    torch.linalg.matrix_norm(a),
    torch.linalg.cond(a),
)
print(
    torch.linalg.svdvals(a),
    torch.linalg.matrix_rank(a),
    torch.pinverse(a),
    torch.matrix_power(a, 3),
)
u, s, vh = torch.linalg.svd(a)
print((u @ torch.diag(s) @ vh - a).abs().max() < 1e-5, s)
q, r = torch.linalg.qr(a)
print((q @ r - a).abs().max() < 1e-5)
print(torch.cross(torch.tensor([1.0, 0, 0]), torch.tensor([0, 1.0, 0]), dim=0))
# reflections act on all columns behind, also where they move nothing
inf = float("inf")
for rows in ([[2.0, inf]], [[inf, 2.0]], [[2.0, inf], [0.0, 3.0]], [[2.0, inf], [1.0, 3.0]],
             [[1.0, 2.0, inf], [3.0, 4.0, 5.0]], [[inf], [2.0]], [[inf], [inf]]):
    print(torch.linalg.qr(torch.tensor(rows)), torch.geqrf(torch.tensor(rows)))
print(torch.linalg.qr(torch.tensor([[[2.0, inf]], [[1.0, 3.0]]]), "complete").R)
