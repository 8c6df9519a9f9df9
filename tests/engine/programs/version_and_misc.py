# names that snippets ask for
import math
import torch

print(torch.__version__.split("+")[0])
print(torch.pi == math.pi, torch.inf, torch.e == math.e, torch.nan != torch.nan)
print(torch.is_tensor(1), torch.is_tensor(torch.ones(1)), torch.Size([2, 3]).numel())
print(
    torch.numel(torch.ones(2, 2)), torch.get_num_threads() > 0, torch.backends.cudnn.is_available()
)
print(torch.Tensor, torch.float32, torch.strided, torch.device)
one, two = torch.ones(1), torch.ones(1)
print(hash(one) == hash(two), one is two)
