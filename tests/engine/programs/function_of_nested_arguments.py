# custom functions under vmap whose arguments are nested, or given by name
import torch
from torch.autograd import Function
from torch.func import vmap


class Nested(Function):
    @staticmethod
    def forward(pair, options):
        return pair[0] * 2 + pair[1] + options["k"]

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def vmap(info, in_dims, pair, options):
        print(info, in_dims, pair[0].shape, options["k"].shape)
        pair = [x if dim is None else x.movedim(dim, 0) for x, dim in zip(pair, in_dims[0])]
        return Nested.apply(pair, options), 0


class Named(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(pair, *, y=None):
        return pair[0] * 2 + pair[1].sum() + (0 if y is None else y)

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass


a, b, k = torch.arange(6.0).view(2, 3), torch.ones(3), torch.ones(2, 3)
for func in (
    lambda a: Nested.apply([a, b], {"k": b}), lambda a: Named.apply((a, b)),
    lambda a: Named.apply((b, a)), lambda a: Named.apply((a, b), y=3.0),
    lambda a: Named.apply((a, b), y=b), lambda a: Named.apply((b, b), y=b),
):
    try:
        print(vmap(func)(a))
    except NotImplementedError as error:
        print(error)
print(vmap(lambda a, k: Nested.apply([b, a], {"k": k}))(a, k))
