# trees by the paths to their leaves, and classes of a program that are nodes
import collections

import torch
from torch.utils import _pytree as pytree

tree = {"a": [1, torch.ones(2)], "b": (2, {"c": 3})}
print(pytree.tree_flatten_with_path(tree))
print([pytree.keystr(path) for path, _ in pytree.tree_leaves_with_path(tree)])
print(pytree.tree_map_with_path(lambda path, x: pytree.keystr(path), tree))
print(pytree.tree_map_with_path(lambda path, x, y: (len(path), x + y), [1, [2]], [3, [4]]))
print(list(pytree.tree_iter(tree)), [pytree.tree_is_leaf(each) for each in (3, [3], None)])
print(pytree.tree_all_only(int, lambda x: x > 0, tree), pytree.tree_any_only(int, bool, [0, 0.5]))
Point = collections.namedtuple("Point", "x y")
point = Point(1, [2])
print(pytree.tree_flatten(point), pytree.tree_flatten_with_path(point))
print([pytree.is_namedtuple(each) for each in (point, Point, (1, 2))])
print(pytree.is_namedtuple_class(Point), pytree.is_namedtuple_instance(point))
print(pytree.key_get(tree, (pytree.MappingKey("b"), pytree.SequenceKey(0))))
print(pytree.key_get(point, (pytree.GetAttrKey("y"), pytree.SequenceKey(0))))
print(pytree.tree_map_only_(int, print, [1, "a"]))
queue = collections.deque([1, 2], maxlen=3)
print(pytree.tree_map(float, queue), pytree.tree_structure(collections.deque([1])))


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __repr__(self):
        return f"Pair({self.a}, {self.b})"


def register():
    pytree.register_pytree_node(
        Pair, lambda pair: ([pair.a, pair.b], None), lambda parts, context: Pair(*parts))


register()
print(pytree.tree_map(lambda x: x * 2, Pair(1, [2, 3])), pytree.tree_flatten(Pair(1, 2)))
print(pytree.tree_structure(Pair(1, [2])), pytree.tree_leaves(Pair(1, [2])))
print(torch.func.grad(lambda p: (p.a**2).sum() + p.b.sum())(Pair(torch.ones(2), torch.ones(1))))
print(torch.vmap(lambda p: Pair(p.a + p.b, p.a))(Pair(torch.ones(2, 3), torch.ones(2, 3))))
for attempt in (register, lambda: pytree.tree_flatten_with_path(Pair(1, 2))):
    try:
        attempt()
    except ValueError as error:
        print(error)
# what a function says is a leaf is one, and other trees may go deeper there
is_pair = lambda part: isinstance(part, tuple)
deep = [(1, 2), {"k": (3, 4)}, 5]
print(pytree.tree_leaves(deep, is_leaf=is_pair), pytree.tree_structure(deep, is_leaf=is_pair))
print(pytree.tree_map(lambda p: p, deep, is_leaf=is_pair), list(pytree.tree_iter(deep, is_pair)))
print(pytree.tree_map(lambda p, q: (p, q), [1, 2], [[3], (4, 5)]))
print(pytree.tree_leaves_with_path(deep, is_leaf=is_pair), pytree.tree_is_leaf((1, 2), is_pair))
print(pytree.tree_map_only(tuple, sum, deep, is_leaf=is_pair), pytree.tree_any(is_pair, deep))
print(pytree.tree_all_only(tuple, len, deep, is_leaf=is_pair))
