# an encoder and a decoder that copies with teacher forcing, then greedily
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.embedding = nn.Embedding(vocab, hidden)
        self.gru = nn.GRU(hidden, hidden, batch_first=True)

    def forward(self, x):
        return self.gru(self.embedding(x))


class Decoder(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.embedding = nn.Embedding(vocab, hidden)
        self.gru = nn.GRU(hidden, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, outputs, hidden, target=None, length=4):
        token = torch.zeros(outputs.size(0), 1, dtype=torch.long)
        logits = []
        for i in range(length):
            step, hidden = self.gru(torch.relu(self.embedding(token)), hidden)
            logits.append(self.out(step))
            token = target[:, i : i + 1] if target is not None else logits[-1].argmax(-1).detach()
        return torch.cat(logits, dim=1)


torch.manual_seed(73)
encoder, decoder = Encoder(6, 10), Decoder(6, 10)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.03)
x = torch.randint(1, 6, (8, 4))
for step in range(10):
    optimizer.zero_grad()
    logits = decoder(*encoder(x), target=x)
    loss = nn.functional.nll_loss(logits.log_softmax(-1).flatten(0, 1), x.flatten())
    loss.backward()
    optimizer.step()
    if step % 3 == 0:
        print(step, f"{loss.item():.3f}")
print(encoder, decoder(*encoder(x[:2])).shape)
