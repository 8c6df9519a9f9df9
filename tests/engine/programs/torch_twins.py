# layers and losses under torch itself, with their older signatures
import torch
from torch import nn
import torch.nn.functional as F

x = torch.arange(8.0).reshape(1, 2, 4)
w = torch.ones(2, 2, 2)
print(torch.conv1d(x, w), torch.conv_transpose1d(x, w).shape, torch.max_pool1d(x, 2))
print(torch.conv2d(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2), stride=2))
print(torch.avg_pool1d(x, 2), torch.adaptive_avg_pool1d(x, 2), torch.adaptive_max_pool1d(x, 2))
print(torch.max_pool1d_with_indices(x, 2), torch.max_pool2d(torch.rand(1, 2, 2), 2).shape)
print(torch.layer_norm(x, (4,)), torch.group_norm(x, 1), torch.rms_norm(x, (4,)))
print(torch.batch_norm(x, None, None, None, None, True, 0.1, 1e-5, False)[0, 0])
print(torch.instance_norm(x, None, None, None, None, True, 0.1, 1e-5, False)[0, 1])
torch.manual_seed(60)
print(torch.dropout(torch.ones(6), 0.5, True), torch.alpha_dropout(torch.ones(4), 0.5, True))
print(torch.feature_dropout(torch.ones(1, 4, 2), 0.5, True))
print(torch.embedding(torch.arange(6.0).view(3, 2), torch.tensor([2, 0])))
print(torch.selu(x[0, 0] - 1), torch.celu(x[0, 0] - 1), torch.prelu(x - 3, torch.tensor([0.1])))
print(torch.threshold(x, 2, -1), torch.hardshrink(x, 3.0), torch.rrelu(x - 4))
y = x.clone()
print(torch.selu_(y) is y, torch.zero_(y), torch.fill_(y, 2.0), torch.fill(y, 3.0), y)
print(
    torch.pixel_shuffle(torch.arange(4.0).view(1, 4, 1, 1), 2), torch.constant_pad_nd(x, (1, 0), 9)
)
a, b = torch.tensor([[1.0, 2.0]]), torch.tensor([[0.5, -1.0]])
print(torch.cosine_similarity(a, b), torch.pairwise_distance(a, b))
print(torch.binary_cross_entropy_with_logits(a, b.abs()), torch.kl_div(a, b.abs(), 2))
print(
    torch.poisson_nll_loss(a, b, True, False, 1e-8, 1),
    torch.hinge_embedding_loss(a, b.sign(), 1.0, 1),
)
print(torch.margin_ranking_loss(a, b, torch.ones(1, 2)), torch.triplet_margin_loss(a, b, a * 0))
print(
    torch.cosine_embedding_loss(a, b, torch.ones(1), 0.0, 1),
    torch.bilinear(a, b, torch.ones(1, 2, 2)),
)
torch.manual_seed(61)
cell = nn.LSTMCell(2, 3)
state = (torch.zeros(1, 3), torch.zeros(1, 3))
same = torch.lstm_cell(a, state, cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)
print(torch.equal(same[0], cell(a, state)[0]), same[1])
gru = nn.GRU(2, 3, num_layers=2)
out, h = torch.gru(
    a.view(1, 1, 2), torch.zeros(2, 1, 3), gru._flat_weights, True, 2, 0.0, False, False, False
)
print(torch.allclose(out, gru(a.view(1, 1, 2))[0]), h.shape)
rnn = nn.RNNCell(2, 2)
print(torch.rnn_tanh_cell(a, torch.zeros(1, 2), *rnn.parameters()))
z = torch.ones(2, requires_grad=True)
print(
    torch.detach(z * 2).requires_grad,
    torch.convolution(x, w, None, (1,), (0,), (1,), False, (0,), 1),
)
