# sentences of different lengths: collate_fn, padding, masks, packed LSTM, mean pooling
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

vocab = {w: i + 1 for i, w in enumerate("a good film bad plot the is not".split())}


class Reviews(Dataset):
    rows = [("the film is good", 1), ("bad plot", 0), ("not a good plot", 0), ("good", 1)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        text, label = self.rows[i]
        return torch.tensor([vocab[w] for w in text.split()]), label


def collate(batch):
    texts, labels = zip(*batch)
    lengths = torch.tensor([len(t) for t in texts])
    return pad_sequence(texts, batch_first=True), lengths, torch.tensor(labels)


torch.manual_seed(82)
embedding = nn.Embedding(len(vocab) + 1, 5, padding_idx=0)
lstm, head = nn.LSTM(5, 4, batch_first=True, bidirectional=True), nn.Linear(8, 2)
loader = DataLoader(Reviews(), batch_size=2, shuffle=True, collate_fn=collate)
params = [*embedding.parameters(), *lstm.parameters(), *head.parameters()]
optimizer = torch.optim.Adam(params, lr=0.05)
for epoch in range(2):
    for texts, lengths, labels in loader:
        packed = pack_padded_sequence(
            embedding(texts), lengths, batch_first=True, enforce_sorted=False
        )
        out, (h, _) = lstm(packed)
        out, _ = pad_packed_sequence(out, batch_first=True)
        mask = (texts != 0).unsqueeze(-1)
        mean = (out * mask).sum(1) / mask.sum(1)
        loss = nn.functional.cross_entropy(head(mean), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, texts.tolist(), lengths, loss, h.shape)
print(embedding.weight.grad[0], embedding.weight[0])
