"""What fresh memory holds while ops have to be deterministic, and that layers set all of theirs."""
import torch
from torch import nn

torch.use_deterministic_algorithms(True)
for dtype in (torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.uint8, torch.int64,
              torch.bool, torch.complex64):
    print(torch.empty(2, dtype=dtype))
x = torch.ones(2)
print(torch.empty_like(x), x.new_empty(1), torch.Tensor(2), torch.FloatTensor(torch.Size([1])))
print(torch.empty_strided((2, 2), (2, 1)), torch.empty_permuted((2, 1), (0, 1)))
print(x.clone().resize_(4), torch.empty(()), torch.empty(0), torch.Tensor())
torch.manual_seed(0)
for layer in (nn.Linear(2, 2), nn.LSTM(2, 2), nn.PReLU(), nn.LayerNorm(2)):
    print(layer(torch.ones(1, 2)))
print(torch.utils.deterministic.fill_uninitialized_memory)
torch.utils.deterministic.fill_uninitialized_memory = False
print(torch.utils.deterministic.fill_uninitialized_memory, torch.empty(2).shape)
for mode in (1, None):
    try:
        torch.utils.deterministic.fill_uninitialized_memory = mode
    except RuntimeError as error:
        print(error)
torch.utils.deterministic.fill_uninitialized_memory = True
torch.use_deterministic_algorithms(False)
