# transformer encoder layers: repr, seeded outputs, masks, gradients
import torch
from torch import nn

torch.manual_seed(21)
layer = nn.TransformerEncoderLayer(d_model=4, nhead=2, dim_feedforward=8, batch_first=True)
print(layer)
x = torch.randn(2, 3, 4)
layer.eval()
with torch.no_grad():
    print(layer(x))
layer.train()
torch.manual_seed(22)
y = layer(x)
print(y)
(y * torch.arange(4.0)).sum().backward()
print({name: p.grad.abs().sum() for name, p in layer.named_parameters()})
encoder = nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False).eval()
mask = nn.Transformer.generate_square_subsequent_mask(3)
print(mask, encoder(x, mask=mask).shape)
padding = torch.tensor([[False, False, True], [False, False, False]])
print(encoder(x, src_key_padding_mask=padding)[1])
norm_first = nn.TransformerEncoderLayer(4, 1, 6, dropout=0.0, norm_first=True, activation="gelu")
print(norm_first(torch.ones(3, 1, 4)))
print(sum(p.numel() for p in encoder.parameters()))
