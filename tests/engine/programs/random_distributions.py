# exponential, multinomial, geometric and the rest
import torch

torch.manual_seed(5)
print(torch.empty(3).exponential_(), torch.empty(3).cauchy_(), torch.empty(3).log_normal_(0, 0.5))
print(torch.empty(4).geometric_(0.3), torch.empty(4).random_(0, 10), torch.empty(3).bernoulli_(0.3))
print(torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), 2))
print(torch.multinomial(torch.tensor([0.1, 0.9]), 5, replacement=True))
print(
    torch.normal(torch.tensor([0.0, 10.0]), torch.tensor([1.0, 0.1])),
    torch.normal(2.0, 1.0, size=(2,)),
)
