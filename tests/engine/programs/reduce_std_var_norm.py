# std, var, norm, median, quantile
import torch

x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 5.0, 9.0]])
print(x.std(), x.var(), x.std(0), x.var(1), x.std(dim=1, keepdim=True))
print(x.std(unbiased=False), torch.var(x, dim=0, unbiased=False), x.var(correction=0))
print(x.norm(), x.norm(2), x.norm(1), x.norm(p=2, dim=1), torch.norm(x))
print(torch.linalg.norm(x), torch.linalg.vector_norm(x, 1), x.norm(dim=0, keepdim=True))
print(x.median(), x.median(1), torch.quantile(x, 0.5), x.mode())
print(torch.logsumexp(x, 1), x.logsumexp(0))
print(torch.std_mean(x), torch.var_mean(x, 1))
print(torch.var(torch.ones(0, 2), 0, correction=-5), torch.var_mean(torch.ones(0), correction=-1))
print(torch.tensor(3.0, requires_grad=True).quantile(0.5, 0).grad_fn.next_functions)
