# in-place functions by name of their tensor, repeats with a length, and what is refused of them
import torch


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:200])


x = torch.tensor([[4.0, 1.0], [1.0, 3.0]])
for n in ("abs_", "sigmoid_", "sqrt_", "neg_", "nan_to_num_", "i0_", "fill_", "relu_"):
    for o in ({"input": x.clone()}, {"x": x.clone()}, {"self": x.clone()}, {}):
        t(lambda: (n, getattr(torch, n)(**o)))
for n in ("clamp_", "clip_", "clamp_min_"):
    for o in ({"input": x.clone()}, {"input": x.clone(), "min": 2.0}, {}):
        t(lambda: (n, getattr(torch, n)(**o)))
t(lambda: x.clone().clamp_())
t(lambda: torch.Tensor.clamp_())
R = torch.repeat_interleave
c = torch.tensor([1, 2])
for a, o in (((), {"repeats": c}), ((), {"repeats": c, "output_size": 4}), ((), {}), ((x,), {}),
             ((c,), {"output_size": 3}), ((x, 2), {"output_size": 7}),
             ((x, 2), {"dim": 0, "output_size": 4}), ((x, 2, 1), {"output_size": 5}),
             ((x, c, 0), {"output_size": 3}), ((x, c, 0), {"output_size": 4}),
             ((torch.tensor([[1]]),), {}), ((torch.tensor([-1]),), {}), ((x, -1), {})):
    t(lambda: R(*a, **o))
G = torch.gradient
t(lambda: G(x, spacing=[x, x]))
t(lambda: G(x, spacing=(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0]))))
t(lambda: torch.diagonal_scatter(x, torch.ones(2), 0, 1, 1))
t(lambda: torch.diagonal_scatter(x, torch.ones(2), 0, 1, 0))
o, O = torch.ones, torch.ormqr
t(lambda: O(o(2), o(2), o(2, 2)))
t(lambda: O(o(2, 2), o(2), o(2)))
t(lambda: O(o(3, 2), o(2), o(4, 2), left=False))
t(lambda: O(o(3, 2), o(3), o(3, 4)))
t(lambda: O(o(2, 3, 2), o(2), o(3, 4)))
t(lambda: O(o(2, 3, 2), o(2, 2), o(3, 4)))
t(lambda: O(o(2, 3, 2), o(3, 2), o(2, 3, 4)))
t(lambda: O(o(2, 3, 2), o(2, 2), o(3, 3, 4)))
t(lambda: O(o(3, 2), o(2).double(), o(3, 4)))
t(lambda: O(o(3, 2), o(1), o(4, 4)))
