# a character model with an LSTM, trained and sampled greedily
import torch
from torch import nn

text = "hello torch "
chars = sorted(set(text))
index = {c: i for i, c in enumerate(chars)}
torch.manual_seed(43)


class CharModel(nn.Module):
    def __init__(self, size, hidden):
        super().__init__()
        self.embed = nn.Embedding(size, 6)
        self.lstm = nn.LSTM(6, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, size)

    def forward(self, x, state=None):
        out, state = self.lstm(self.embed(x), state)
        return self.fc(out), state


model = CharModel(len(chars), 12)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
data = torch.tensor([index[c] for c in text])
x, y = data[:-1].unsqueeze(0), data[1:].unsqueeze(0)
for step in range(12):
    logits, _ = model(x)
    loss = nn.functional.cross_entropy(logits.transpose(1, 2), y)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if step % 4 == 0:
        print(step, f"{loss.item():.3f}")
state, current, out = None, data[:1].unsqueeze(0), "h"
with torch.no_grad():
    for _ in range(8):
        logits, state = model(current, state)
        current = logits[:, -1].argmax(dim=-1, keepdim=True)
        out += chars[current.item()]
print(out)
