# The layouts of sums and products of sparse matrices, and which there are none of
import torch

print(torch.sparse_coo_tensor((3, 3), requires_grad=True))
A = torch.tensor([[1.0, 0, 2], [0, 0, 3], [4, 5, 0]])
B = torch.tensor([[0.0, 1, 0], [2, 0, -1], [0, 3, 0.5]])
print(A.to_sparse() @ B.to_sparse())
LAYOUTS = {
    "coo": torch.Tensor.to_sparse, "csr": torch.Tensor.to_sparse_csr,
    "csc": torch.Tensor.to_sparse_csc, "dense": torch.Tensor.clone,
}
FUNCTIONS = {
    "mm": torch.mm, "@": torch.matmul, "sparse.mm": torch.sparse.mm, "add": torch.add,
    "sub": torch.sub, "mul": torch.mul, "div": torch.div,
    "addmm": lambda a, b: torch.addmm(torch.ones(3, 3), a, b),
    "sparse.addmm": lambda a, b: torch.sparse.addmm(torch.ones(3, 3), a, b),
    "add_": lambda a, b: a.add_(b), "mul_": lambda a, b: a.mul_(b), "sub_": lambda a, b: a.sub_(b),
}
BROKEN = {("csc", "csc", "sparse.mm"), ("coo", "csr", "add_"), ("coo", "csc", "add_")}
for first, make in LAYOUTS.items():
    for second, make_other in LAYOUTS.items():
        for name, function in FUNCTIONS.items():
            if (first, second, name) in BROKEN or first == second == "dense":
                continue
            try:
                result = function(make(A), make_other(B))
                print(first, second, name, result.layout)
                print(result.to_dense() if "coo" in (first, second) else result)
            except RuntimeError as error:
                print(first, second, name, error)
for make in (torch.Tensor.to_sparse_csr, torch.Tensor.to_sparse_csc):
    a = make(A)
    for function in (
        lambda: a.sum(1, keepdim=True), lambda: a.sum(0), lambda: a**2, lambda: a / 2,
        lambda: a * torch.ones(3), lambda: a + a, lambda: torch.add(a, a, alpha=-2), lambda: 2 * a,
        lambda: a.t() @ a, lambda: a.tanh(),
    ):
        try:
            print(function())
        except RuntimeError as error:
            print(error)
a, b = (x.to_sparse_csr().requires_grad_() for x in (A, B))
product = a @ b
product.sum().backward()
print(product.grad_fn.name(), a.grad, b.grad, sep="\n")
