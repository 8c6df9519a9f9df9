import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1)


class SmallCNN(nn.Module):
    def __init__(self, channels=3, classes=3):
        super().__init__()
        self.conv1 = nn.Conv2d(1, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(channels, 4, 3, padding=1, bias=False)
        self.pool = nn.MaxPool2d(2)
        self.norm = nn.BatchNorm2d(4)
        self.head = nn.Linear(4 * 2 * 2, classes)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.norm(self.conv2(x))))
        x = torch.flatten(x, 1)
        return self.head(x)


def make_batch(size):
    images = torch.randn(size, 1, 8, 8)
    labels = torch.randint(0, 3, (size,))
    return images, labels


def accuracy(model, images, labels):
    model.eval()
    with torch.no_grad():
        predicted = model(images).argmax(dim=1)
        right = (predicted == labels).sum().item()
    model.train()
    return right / len(labels)


device = torch.device("cpu")
model = SmallCNN().to(device)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
history = {"loss": [], "accuracy": []}

for epoch in range(2):
    running_loss = 0.0
    for i in range(2):
        inputs, labels = make_batch(4)
        inputs, labels = inputs.to(device), labels.to(device)
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
    scheduler.step()
    lr = scheduler.get_last_lr()[0]
    history["loss"].append(running_loss / 2)
    history["accuracy"].append(accuracy(model, inputs, labels))
    print(f"epoch {epoch}: {running_loss / 2:.2f} {lr}")
total = sum(p.numel() for p in model.parameters())
