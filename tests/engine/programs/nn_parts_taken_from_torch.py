"""What lessons take from inside torch's layers when they write layers of their own."""
import torch
from torch import nn
from torch.functional import F, Tensor
from torch.nn.modules.transformer import _get_activation_fn, _get_clones

torch.manual_seed(0)
print(torch.functional.F is nn.functional, Tensor, F.relu(torch.tensor([-1.0, 1.0])))


class Standardized(nn.Conv2d):
    def forward(self, x):
        w = self.weight - self.weight.mean((1, 2, 3), keepdim=True)
        return self._conv_forward(x, w, self.bias)


class Pruned(nn.Conv1d):
    def _conv_forward(self, input, weight, bias):
        return super()._conv_forward(input, weight * torch.tensor([1.0, 0.0]), bias)


for mode in ("zeros", "reflect", "circular"):
    layer = Standardized(1, 2, 3, padding=1, padding_mode=mode, bias=False)
    with torch.no_grad():
        layer.weight.copy_(torch.arange(18).view(2, 1, 3, 3) % 7)
        layer.weight[:, 0, 0, 0] += torch.tensor([14, 10])  # so that the means are whole
    out = layer(torch.arange(16.0).view(1, 1, 4, 4))
    out.sum().backward()
    print(layer, out, layer.weight.grad.shape)
print(Pruned(1, 1, 2)(torch.ones(1, 1, 3)))
for layer in (nn.Conv2d(1, 1, 3, padding="same"), nn.Conv1d(1, 1, 4, padding="same", dilation=3),
              nn.Conv2d(1, 1, 3, padding=(1, 2)), nn.ConvTranspose2d(1, 1, 3, padding=1)):
    print(layer._reversed_padding_repeated_twice, layer.transposed, list(vars(layer))[-6:])
try:
    nn.Conv2d(1, 1, 1)._conv_forward()
except TypeError as error:
    print(error)

print(_get_clones(nn.Linear(1, 2), 2), _get_activation_fn("relu")(torch.tensor(-2.0)))
try:
    _get_activation_fn("tanh")
except RuntimeError as error:
    print(error)
model = nn.Transformer(4, 2, 1, 1, 8, batch_first=True)
model._reset_parameters()
print(model.encoder.layers[0].linear1.weight)

slopes = nn.PReLU(2)
with torch.no_grad():
    slopes.weight.fill_(3)
slopes.reset_parameters()
print(slopes.weight, slopes.weight._version)
for table in (nn.Embedding(3, 2, padding_idx=1), nn.EmbeddingBag(3, 2, padding_idx=1)):
    table.reset_parameters()
    print(table.weight, table.weight._version)
    nn.init.ones_(table.weight)
    table._fill_padding_idx_with_zero()
    print(table.weight)
