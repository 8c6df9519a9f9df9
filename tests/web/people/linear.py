import math
import torch

torch.manual_seed(12)
x = torch.linspace(-math.pi, math.pi, 12)
y = torch.sin(x)
a, b, c = (torch.randn((), requires_grad=True) for _ in range(3))
learning_rate = 1e-2
losses: list[float] = []
best = None
for t in range(4):
    y_pred = a + b * x + c * x ** 2
    loss = (y_pred - y).pow(2).mean()
    if best is None or loss < best:
        best = loss.item()
    losses.append(best)
    loss.backward()
    with torch.no_grad():
        for p in (a, b, c):
            p -= learning_rate * p.grad
            p.grad = None
    if t == 2:
        learning_rate /= 10
        continue
    last = t
matrix = [[0] * 3 for _ in range(2)]
for i in range(2):
    for j in range(3):
        matrix[i][j] = i * j
matrix[1][2] += 5
counts = {}
for word in "the cat and the dog".split():
    counts[word] = counts.get(word, 0) + 1
ordered = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))
queue = [3, 1, 2]
queue.sort()
while queue:
    item = queue.pop()
    if item == 2:
        del counts["cat"]
window = losses[-2:]
window[0], window[1] = window[1], window[0]
(low, high), label = (min(losses), max(losses)), "range"
if (n := len(losses)) > 3:
    text = f"{n} losses"
match window:
    case [first, *others]:
        kind = "list"
    case _:
        kind = "other"
del window
flag = not losses or label == "range"
point = complex(low, high)
nothing = None
big = 2 ** 70
long_text = "abc" * 40
xs = ys = [1]
ys.append(2)
xs += [3]
