# sizes, counts and orders that are negative or nothing, and dimensions that are one and the same
import torch


def show(*texts):
    for text in texts:
        try:
            print(text, "->", eval(text))
        except (RuntimeError, IndexError, TypeError, NotImplementedError) as error:
            print(text, "->", type(error).__name__, error)


x = torch.arange(1.0, 4.0)
y = x.clone().requires_grad_()
m = torch.ones(2, 3)
show("x.tensor_split(0)", "x.tensor_split(-1)", "m.hsplit(-1)", "m.hsplit(0)", "m.vsplit(-2)",
     "m.hsplit(-2)")
show("x.new_zeros(-1)", "x.new_ones(2, -1)", "x.new_full((-1,), 2)", "torch.full((-2,), 1.0)",
     "torch.randint(0, 2, (-1,))", "torch.logspace(0, 1, -1)", "torch.tril_indices(-1, 2)",
     "torch.triu_indices(2, -1)", "torch.tril_indices(2, 2, dtype=torch.int32)")
show("x.narrow(0, 1, -1)", "x.repeat_interleave(-1)", "torch.empty(0).repeat(-1)",
     "torch.repeat_interleave(x, torch.tensor([-1]))", "torch.empty(0).tile(2, -1)", "x.repeat(-1)")
show("x.diff(0), x.diff(0)._version", "x.diff(-1)", "y.diff(0).grad_fn",
     "y.diff(0, prepend=torch.zeros(1))")
show("torch.mvlgamma(x, 0)", "torch.mvlgamma(x.int(), -1)", "x.nan_to_num(None)")
show("x.amax(None)", "m.amin(dim=None, keepdim=True)", "torch.amax(torch.empty(0), None)")
show("torch.frexp(x.int())", "x.logdet()", "m.logdet()", "x.svd()", "x.cholesky()", "x.prelu(1)",
     "x.hardshrink('a')", "y.cumsum_(5)", "y.cumprod_(5)", "x.conj_physical_()._version")
show("torch.diag_embed(x, 0, 1, 1)", "torch.diag_embed(m, 0, 1, -2)", "torch.diag_embed(x, 1, 0)",
     "torch.diag_embed(torch.empty(0), 1, 0, -2)", "torch.diag_embed(torch.tensor(1.0), 0, 0)")
m3 = torch.arange(8.0).view(2, 2, 2).permute(2, 0, 1)
show("m3.isreal().stride()", "m.t().tile(1).stride()", "m.t().repeat(1, 1).stride()")
p = torch.tensor([-1.0, 0.0, 0.3, 0.7, 1.0, 2.0], requires_grad=True)
for eps in (None, 0.0, 0.2, 0.7, 1.0, -1.0):
    made = torch.logit(p, eps)
    print(eps, made, torch.autograd.grad(made.sum(), p))
show("torch.remainder(1.5, y).grad_fn", "torch.empty(0).take(x)", "torch.empty(0).take(x.long())")
