# Names of torch that few programs use: one call of each.
import torch

x = torch.arange(6.0).reshape(2, 3)


def show(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


show(lambda: (x.name, x.dim_order(), x.t().dim_order(), x.const_data_ptr() == x.data_ptr()))
show(lambda: x.resize(3, 2))
show(lambda: x.resize_as(torch.zeros(6)))
show(lambda: x.cfloat())
show(lambda: x.cdouble())
show(lambda: x.as_subclass(torch.nn.Parameter))
show(lambda: x.clone().map2_(x, x, lambda a, b, c: a + b * c))
show(lambda: x.new_empty_strided((2, 2), (1, 2)).stride())
show(lambda: torch.empty_permuted((2, 3), (1, 0)).stride())
show(lambda: torch.nonzero_static(x, size=3))
show(lambda: torch.nonzero_static(x, size=8, fill_value=-2))
show(lambda: torch.frobenius_norm(x, 1))
show(lambda: torch.nuclear_norm(x))
show(lambda: torch.segment_reduce(x[0], "sum", lengths=torch.tensor([1, 1])))
show(lambda: torch.segment_reduce(x[0], "all", lengths=torch.tensor([1, 2])))
show(lambda: torch.segment_reduce(x, "mean", lengths=torch.tensor([1, 1])))
show(lambda: torch.segment_reduce(x[0], "max", offsets=torch.tensor([0, 1, 3])))
show(lambda: torch.segment_reduce(x[0], "min", lengths=torch.tensor([0, 3])))
show(lambda: torch.segment_reduce(x[0], "prod", lengths=torch.tensor([0, 3]), initial=2))
show(lambda: x.clone().float_power_(2))
show(lambda: x.double().float_power_(2))
show(lambda: x.clone().ldexp_(torch.tensor(2)))
show(lambda: (x + 1).polygamma_(1))
show(lambda: torch.ones(2, 2).renorm_(2, 0, 1.0))
show(lambda: torch.tensor([1 + 2j, 3 - 1j]).conj_physical_())
show(lambda: torch.alpha_dropout_(torch.ones(3), 0.5, False))
show(lambda: torch.feature_dropout_(torch.ones(1, 3, 2), 0.5, False))
show(lambda: torch.feature_alpha_dropout_(torch.ones(1, 3, 2), 0.5, False))
show(lambda: torch.embedding_renorm_(torch.ones(2, 3), torch.tensor([0]), 1.0, 2.0))
show(lambda: torch.as_strided_scatter(torch.zeros(3, 3), torch.ones(2, 2), (2, 2), (1, 2)))
show(lambda: x.reinforce(1))
show(lambda: (torch.is_warn_always_enabled(), torch.thread_safe_generator()))
for mode in ("warn", 2, 0, 3, "all"):
    show(lambda: torch.set_deterministic_debug_mode(mode))
    show(torch.get_deterministic_debug_mode)
    show(torch.is_deterministic_algorithms_warn_only_enabled)
for reduce in ("sum", "mean", "max", "min", "prod"):
    y = torch.tensor([1.0, 2, 2, 5], requires_grad=True)
    out = torch.segment_reduce(y, reduce, lengths=torch.tensor([1, 3]))
    print(reduce, out, torch.autograd.grad(out.sum(), y))
for reduce in ("mean", "prod", "amax", "amin"):
    for own in (True, False):
        y = torch.tensor([1.0, 2, 2, 5], requires_grad=True)
        z = torch.tensor([2.0, 3, 4], requires_grad=True)
        out = y.index_reduce(0, torch.tensor([0, 1, 1]), z, reduce, include_self=own)
        print(reduce, out, torch.autograd.grad(out.sum(), (y, z)))
show(lambda: torch.ones(3).index_reduce_(0, torch.tensor([0, 0]), torch.tensor([2.0, 4.0]), "prod"))
show(lambda: torch.ones(3).index_reduce(0, torch.tensor([0]), torch.ones(1), "sum"))
y = torch.zeros(3, 3, requires_grad=True)
z = torch.ones(2, 2, requires_grad=True)
out = torch.as_strided_scatter(y, z, (2, 2), (1, 2))
print(out.grad_fn, torch.autograd.grad((out * torch.arange(9.0).view(3, 3)).sum(), (y, z)))
print(torch.functional.einsum is torch.einsum, torch.functional.norm(x), torch.types.Number)
print(torch.__version__ >= "2.0", torch.__version__ >= (2, 5), torch.__version__ < "2.9")
print(type(torch.__version__), torch.torch_version.TorchVersion("1.10.0a") > (1, 2))
for pattern, sizes in (
    ("a b -> b a", {}), ("(a c) b -> a (c b)", {"c": 2}), ("a b -> (b a)", {}),
    ("a b -> a 1 b", {}), ("a b c -> a b", {}),
):
    show(lambda: torch.func.rearrange(x, pattern, **sizes))
show(lambda: torch.func.rearrange(torch.ones(2, 3, 4), "... a -> a ...").shape)
net = torch.nn.Sequential(torch.nn.BatchNorm1d(3), torch.nn.ReLU())
print(torch.func.replace_all_batch_norm_modules_(net), net.state_dict().keys())
# what measures time runs, whatever it finds
plan = torch.profiler.schedule(wait=1, warmup=1, active=2, repeat=1, skip_first=1)
print([plan(step).name for step in range(7)], torch.profiler.ProfilerActivity.CPU)
try:
    torch.profiler.schedule(wait=0, warmup=-1, active=1)
except AssertionError as error:
    print(error)
import torch.utils.benchmark as benchmark

timer = benchmark.Timer("x + x", setup="y = 1", globals={"x": torch.ones(2)}, label="sum")
once = timer.timeit(5)
print(once.number_per_run, len(once.times), once.mean > 0, once.median == once.mean, once.iqr)
print([line for line in repr(once).splitlines() if "." not in line])
print(len(timer.blocked_autorange(min_run_time=0.001).times) > 0)
