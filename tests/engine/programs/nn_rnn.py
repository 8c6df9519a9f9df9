# recurrent layers
import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.RNN(2, 3, batch_first=True)
print(rnn)
out, h = rnn(torch.ones(1, 2, 2))
print(out, h)
lstm = nn.LSTM(2, 3)
out, (h, c) = lstm(torch.ones(2, 1, 2))
print(lstm, out.shape, h, c)
gru = nn.GRU(2, 2, num_layers=2)
print(gru, gru(torch.ones(2, 1, 2))[1])
print(nn.LSTMCell(2, 2)(torch.ones(1, 2)), [n for n, _ in rnn.named_parameters()])
