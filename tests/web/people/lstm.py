import torch
from torch import nn

torch.manual_seed(2)
text = "hello world"
chars = sorted(set(text))
stoi = {ch: i for i, ch in enumerate(chars)}
itos = {i: ch for ch, i in stoi.items()}


def encode(s):
    return [stoi[c] for c in s]


def decode(ids):
    return "".join(itos[i] for i in ids)


class CharLSTM(nn.Module):
    def __init__(self, vocab, hidden=5):
        super().__init__()
        self.embed = nn.Embedding(vocab, 4)
        self.lstm = nn.LSTM(4, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, ids, state=None):
        x = self.embed(ids)
        x, state = self.lstm(x, state)
        return self.out(x), state


data = torch.tensor(encode(text))
model = CharLSTM(len(chars))
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.02)
loss_fn = nn.CrossEntropyLoss()
seq = 4
for epoch in range(2):
    state = None
    total = 0.0
    for start in range(0, len(data) - seq - 1, seq):
        xs = data[start:start + seq].unsqueeze(0)
        ys = data[start + 1:start + seq + 1].unsqueeze(0)
        if state is not None:
            state = tuple(s.detach() for s in state)
        logits, state = model(xs, state)
        loss = loss_fn(logits.squeeze(0), ys.squeeze(0))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), 0.5)
        optimizer.step()
        total += loss.item()
    print("epoch", epoch, round(total, 2))


def sample(model, first, n):
    out = [stoi[first]]
    state = None
    while len(out) < n:
        last = torch.tensor([[out[-1]]])
        with torch.no_grad():
            logits, state = model(last, state)
        out.append(int(logits[0, -1].argmax()))
    return decode(out)


print(sample(model, "h", 5))
