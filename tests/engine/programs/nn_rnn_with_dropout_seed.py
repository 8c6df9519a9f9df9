# recurrent layers with dropout between them, by seed; states carried and detached
import torch
from torch import nn

for kind in (nn.RNN, nn.LSTM, nn.GRU):
    torch.manual_seed(93)
    net = kind(3, 4, num_layers=2, dropout=0.5)
    x = torch.randn(5, 2, 3)
    out, state = net(x)
    print(net, out[-1], out.grad_fn.name())
    net.eval()
    print(torch.equal(net(x)[0], net(x)[0]))
torch.manual_seed(94)
rnn, head = nn.RNN(1, 4, batch_first=True), nn.Linear(4, 1)
wave = torch.sin(torch.linspace(0, 6, 25))
optimizer = torch.optim.Adam([*rnn.parameters(), *head.parameters()], lr=0.05)
state = None
for start in range(0, 20, 5):
    x, y = wave[start : start + 5].view(1, 5, 1), wave[start + 1 : start + 6].view(1, 5, 1)
    out, state = rnn(x, state)
    state = state.detach()
    loss = nn.functional.mse_loss(head(out), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(start, loss, state.requires_grad)
print(rnn.weight_hh_l0.grad.norm(), [tuple(w.shape) for w in rnn.all_weights[0]])
import warnings

with warnings.catch_warnings(record=True) as caught:
    nn.GRU(2, 2, dropout=0.3)
print(len(caught) and str(caught[0].message))
