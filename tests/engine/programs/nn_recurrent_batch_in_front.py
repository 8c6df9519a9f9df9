"""The node that puts the batch in front: an LSTM's output is a view, others turn in place."""
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")  # projections are told of
for dtype in (torch.float32, torch.float64):
    for layer in (nn.LSTM(3, 4, batch_first=True), nn.LSTM(3, 4, 2, batch_first=True, proj_size=2),
                  nn.GRU(3, 4, batch_first=True), nn.RNN(3, 4, batch_first=True),
                  nn.LSTM(3, 4, batch_first=True, bidirectional=True, bias=False)):
        layer = layer.to(dtype)
        output, _ = layer(torch.zeros(2, 3, 3, dtype=dtype))
        print(type(layer).__name__, output.grad_fn.name(), output.stride(), output._version)
        with torch.no_grad():
            output, _ = layer(torch.zeros(2, 3, 3, dtype=dtype))
        print(output.stride(), output._version, output._is_view(), output.shape)
