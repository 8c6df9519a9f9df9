# gradients that are mapped alone: extremes share them without a warning; and the names of layers
import torch
import torch.nn.functional as F
from torch import nn
from torch.func import grad, hessian, jacfwd, jacrev, vmap

x = torch.tensor([1.0, 3.0, 3.0])
for name in ("max", "min", "median", "nanmedian", "amax"):
    extreme = getattr(torch, name)
    print(name, jacrev(extreme)(x), jacfwd(extreme)(x), hessian(extreme)(x))
    print(vmap(grad(extreme))(torch.stack([x, -x])))
    y = x.clone().requires_grad_()
    print(torch.autograd.grad(extreme(y), y, torch.tensor([1.0, 2.0]), is_grads_batched=True))
    print(torch.autograd.functional.jacobian(extreme, x, vectorize=True))

torch.manual_seed(0)
steps = torch.randn(3, 1, 2, requires_grad=True)
for layer in (nn.LSTM(2, 2), nn.GRU(2, 2), nn.RNN(2, 2)):
    (found,) = torch.autograd.grad(layer(steps)[0].sum(), steps, create_graph=True)
    print(found.grad_fn.name(), found)
scores = torch.randn(3, 4, requires_grad=True)
loss = F.multi_margin_loss(scores, torch.tensor([1, 0, 1]))
(found,) = torch.autograd.grad(loss, scores, create_graph=True)
print(found.grad_fn.name(), found.dtype, found)

rectified = nn.RNNCell(2, 2, nonlinearity="relu")
for cell in (nn.GRUCell(2, 2), nn.RNNCell(2, 2), rectified, nn.LSTMCell(2, 2)):
    try:
        print(vmap(cell)(torch.ones(3, 2)).shape, jacrev(cell)(torch.ones(2)).shape)
    except RuntimeError as error:
        print(error)
