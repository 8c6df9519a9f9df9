# the whole Transformer and its decoder
import torch
from torch import nn

torch.manual_seed(23)
model = nn.Transformer(
    4, nhead=2, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=6, dropout=0.0
)
print(model)
source, target = torch.randn(3, 2, 4), torch.randn(2, 2, 4)
out = model(source, target)
print(out)
out.pow(2).mean().backward()
print({name: round(p.grad.norm().item(), 4) for name, p in model.named_parameters()})
mask = model.generate_square_subsequent_mask(2)
print(model(source, target, tgt_mask=mask)[0])
layer = nn.TransformerDecoderLayer(4, 2, 6, dropout=0.0, batch_first=True)
print(layer(torch.ones(1, 2, 4), torch.zeros(1, 3, 4)))
try:
    model(source, torch.randn(2, 3, 4))
except RuntimeError as error:
    print(error)
