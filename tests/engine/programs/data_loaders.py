# datasets, loaders, shuffling, random_split
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split


class Squares(Dataset):
    def __len__(self):
        return 5

    def __getitem__(self, i):
        return torch.tensor(float(i)), i * i


for batch in DataLoader(Squares(), batch_size=2):
    print(batch)
torch.manual_seed(0)
for batch in DataLoader(Squares(), batch_size=3, shuffle=True):
    print(batch)
data = TensorDataset(torch.arange(6.0).reshape(3, 2), torch.tensor([0, 1, 0]))
print(len(data), data[1])
for x, y in DataLoader(data, batch_size=2, drop_last=True):
    print(x, y)
train, test = random_split(Squares(), [3, 2], generator=torch.Generator().manual_seed(1))
print(train.indices, test.indices, len(DataLoader(Squares(), batch_size=2)))
