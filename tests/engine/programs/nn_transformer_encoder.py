# transformer encoder layers: repr, seeded outputs, masks, gradients
import warnings

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
# without recording, padding is left out and gives zeros
layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm(4)).eval()
words = torch.arange(24.0).view(2, 3, 4).cos()
padding = torch.tensor([[False, False, True], [False, False, False]])
with torch.no_grad(), warnings.catch_warnings(action="ignore"):  # torch warns once in a process
    for given in (padding, padding.flip(1), torch.zeros(2, 3).masked_fill(padding, -1e9)):
        print(encoder(words, src_key_padding_mask=given)[:, ::2])
    print(encoder(words, torch.zeros(3, 3).bool(), padding)[0, 2])
    torch.backends.mha.set_fastpath_enabled(False)
    print(encoder(words, src_key_padding_mask=padding)[0, 2])
    torch.backends.mha.set_fastpath_enabled(True)
print(encoder(words, src_key_padding_mask=padding)[0, 2].detach())
print(encoder.requires_grad_(False)(words, src_key_padding_mask=padding)[0, 2])
