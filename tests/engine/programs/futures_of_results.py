# results that come later, and names that packages import beside them
import torch
from torch.futures import Future, collect_all, wait_all

first = Future()
print(type(first), first.done(), torch.Future)
second = first.then(lambda future: future.wait() + 1)
first.add_done_callback(lambda future: print("called", future.value()))
first.set_result(torch.ones(2))
print(first.done(), first.wait(), second.wait(), second.done())
first.add_done_callback(lambda future: print("called late", future.value()))
failed = Future()
failed.set_exception(ValueError("no result"))
for ask in (lambda: first.set_result(1), failed.wait, failed.value,
            lambda: failed.then(lambda future: future.wait()).wait(),
            lambda: failed.set_exception("text")):
    try:
        ask()
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])
one, two = Future(), Future()
both = collect_all([one, two])
one.set_result(1)
print(both.done())
two.set_result(2)
print([each.wait() for each in both.wait()], wait_all([one, two]))

from torch.jit import RecursiveScriptModule, ScriptModule
from torch.utils._foreach_utils import _group_tensors_by_device_and_dtype, _has_foreach_support

print(isinstance(torch.nn.Linear(1, 1), ScriptModule))
print(issubclass(RecursiveScriptModule, ScriptModule))
print(torch.cuda.random.manual_seed(3), torch.cuda.random.get_rng_state_all())
from torch.distributed import ProcessGroup


def later(group: ProcessGroup) -> Future[torch.Tensor]:
    return Future()


print(later.__annotations__["return"], later(None).done())
tensors = [torch.ones(2), torch.ones(1, dtype=torch.float64), torch.zeros(1)]
print(_group_tensors_by_device_and_dtype([tensors, tensors], with_indices=True))
print(_has_foreach_support(tensors, torch.device("cpu")))
print(torch.torch is torch, torch._C._log_api_usage_once("a.package"))
