# an RNN unrolled by hand
import torch

torch.manual_seed(0)
w_h = torch.randn(3, 3, requires_grad=True)
w_x = torch.randn(3, 2, requires_grad=True)
xs = torch.randn(4, 2)
h = torch.zeros(3)
for x in xs:
    h = torch.tanh(w_h @ h + w_x @ x)
    print(h)
h.sum().backward()
print(w_h.grad, w_x.grad)
