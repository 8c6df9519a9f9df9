import torch

torch.manual_seed(8)


class Node:
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right


def build(depth):
    if depth == 0:
        return Node(torch.randn(2))
    left = build(depth - 1)
    right = build(depth - 1)
    return Node(None, left, right)


def encode(node, W):
    if node.left is None:
        return node.value
    a = encode(node.left, W)
    b = encode(node.right, W)
    both = torch.cat([a, b])
    return torch.tanh(W @ both)


def flatten(node):
    if node.left is None:
        yield node.value
    else:
        yield from flatten(node.left)
        yield from flatten(node.right)


def fib(n, memo={}):
    if n in memo:
        return memo[n]
    if n < 2:
        return n
    value = fib(n - 1) + fib(n - 2)
    memo[n] = value
    return value


def hanoi(n, a, b, c, moves):
    if n == 0:
        return
    hanoi(n - 1, a, c, b, moves)
    moves.append((a, c))
    hanoi(n - 1, b, a, c, moves)


tree = build(2)
W = torch.randn(2, 4, requires_grad=True)
root = encode(tree, W)
loss = root.pow(2).sum()
loss.backward()
norm = W.grad.norm().item()
leaves = list(flatten(tree))
total = sum(leaf.sum() for leaf in leaves)
f = fib(6)
moves = []
hanoi(2, "A", "B", "C", moves)
print(f, len(moves), round(norm, 3))


def depth_of(n):
    try:
        if n == 0:
            raise ValueError("bottom")
        return depth_of(n - 1)
    except ValueError as error:
        if n < 2:
            raise
        reached = str(error)
        return reached


print(depth_of(3))
