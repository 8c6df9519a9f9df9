# set_printoptions
import torch

x = torch.tensor([3.14159265, 0.001])
torch.set_printoptions(precision=2)
print(x)
torch.set_printoptions(precision=8)
print(x)
torch.set_printoptions(profile="default")
print(x)
torch.set_printoptions(sci_mode=True)
print(x)
torch.set_printoptions(sci_mode=False)
print(x)
torch.set_printoptions(threshold=5, edgeitems=2)
print(torch.arange(10))
torch.set_printoptions(profile="full")
print(torch.arange(1100).shape)
torch.set_printoptions(linewidth=40)
print(torch.arange(20))
with torch._tensor_str.printoptions(precision=1, sci_mode=False):
    print(torch.tensor([0.12345, 6.5]))
print(torch.tensor([0.12345, 6.5]), torch._tensor_str.get_printoptions())
