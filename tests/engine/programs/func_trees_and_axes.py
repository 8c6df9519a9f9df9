# Trees of arguments and results: which dimension belongs to which leaf, and what does not fit
import collections

import torch
from torch.func import vmap
from torch.utils._pytree import tree_flatten, tree_leaves, tree_map, tree_unflatten

print(tree_flatten((1, [2, 3], {"a": 1, "b": (1,)}))[1])
print(tree_flatten(1)[1], tree_flatten(None)[1], tree_flatten(())[1], tree_flatten([])[1])
print(tree_flatten([1])[1])
print(tree_flatten({"x": [1, 2]})[1])
P = collections.namedtuple("P", "a b")
print(tree_flatten(P(1, 2))[1])
print(tree_flatten(collections.OrderedDict(a=1))[1])
leaves, structure = tree_flatten({"w": [1, 2], "b": (3,)})
print(leaves, tree_unflatten([n * 10 for n in leaves], structure), structure.num_leaves)
print(tree_map(lambda n: n + 1, {"w": [1, 2], "b": (3,)}), tree_leaves([1, (2, [3])]))
print(tree_map(lambda a, b: a - b, [5, (6,)], [1, (2,)]))
x = torch.arange(6.0).reshape(2, 3)


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


t(lambda: vmap(lambda a, b: a, in_dims=(0,))(x, x))
t(lambda: vmap(lambda a, b: a, in_dims=[0, 0])(x, x))
t(lambda: vmap(lambda a, b: a, in_dims=(0, (0, 1)))(x, x))
t(lambda: vmap(lambda a, b: a + b["x"], in_dims=(0, {"x": 0}))(x, {"x": x}))
t(lambda: vmap(lambda a, b: a + b["x"], in_dims=(0, {"y": 0}))(x, {"x": x}))
t(lambda: vmap(lambda a, b: a + b[0], in_dims=(0, 0))(x, (x, x)))
t(lambda: vmap(lambda a, b: a + b, in_dims=(0, "a"))(x, x))
t(lambda: vmap(lambda a, b: a + b, in_dims=(0, 0))(x, x.T))
t(lambda: vmap(lambda a, b: a + b, in_dims=(None, None))(x, x))
t(lambda: vmap(lambda a, b: a + b, in_dims=(0, None))(x, 3))
t(lambda: vmap(lambda a, b: a + b, in_dims=0)(x, 3))
t(lambda: vmap(lambda a: (a, a), out_dims=(0, 1))(x))
t(lambda: vmap(lambda a: (a, a), out_dims=(0,))(x))
t(lambda: vmap(lambda a: a, out_dims=(0, 0))(x))
t(lambda: vmap(lambda a: a, out_dims=2)(x))
t(lambda: vmap(lambda a: a, out_dims="a")(x))
t(lambda: vmap(lambda a: a, out_dims=-1)(x))
t(lambda: vmap(lambda a: 3)(x))
t(lambda: vmap(lambda a: None)(x))
t(lambda: vmap(lambda a: (a, 3), out_dims=(0, None))(x))
t(lambda: vmap(lambda a: {"s": a.sum(), "m": a.mean()})(x))
t(lambda: vmap(lambda a: {"s": a.sum(), "m": a.mean()}, out_dims={"s": 0, "m": 0})(x))
t(lambda: vmap(lambda a: [a.sum(), a.mean()])(x))
t(lambda: vmap(lambda a: torch.ones(2))(x))
t(lambda: vmap(lambda a: torch.ones(2), out_dims=None)(x))
t(lambda: vmap(lambda a: a.sum(), chunk_size=1)(x))
t(lambda: vmap(lambda a: a.sum(), chunk_size=0)(x))
t(lambda: vmap(lambda a: a.sum(), chunk_size=5)(x))
t(lambda: vmap(lambda a: a.sum(), randomness="foo")(x))
t(lambda: vmap(lambda a: a.sum())())
t(lambda: vmap(lambda a: a.sum())(3))
t(lambda: vmap(lambda a: a.sum())(torch.tensor(3.0)))
t(lambda: vmap(lambda a: a.sum(), in_dims=5)(x))
t(lambda: vmap(lambda a: a.argmax())(x))
t(lambda: vmap(lambda a: a.topk(2))(x))
t(lambda: vmap(lambda a: a.sort())(x))
t(lambda: vmap(lambda a: a.max(0))(x))
t(lambda: vmap(lambda a: torch.nn.functional.one_hot(a.long(), 8))(x))

# What is returned beside the function's value is no slice any more.
jacobian, beside = torch.func.jacfwd(lambda v: (v.sin(), v.cos()), has_aux=True)(torch.arange(3.0))
print(jacobian, torch.allclose(beside, torch.arange(3.0).cos()), beside.sum().item())
