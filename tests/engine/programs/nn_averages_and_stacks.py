"""Averages of models with whole numbers in them, stacked models, prefixes, pruning, attention."""

import copy

import torch
from torch import nn
from torch.nn.utils import prune
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn, get_swa_multi_avg_fn

torch.manual_seed(0)


def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
seen = []
for average in (
    AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.6), use_buffers=True),
    AveragedModel(net, use_buffers=True),
    AveragedModel(net, multi_avg_fn=get_swa_multi_avg_fn(), use_buffers=True),
    AveragedModel(net, multi_avg_fn=lambda *lists: seen.append([len(x) for x in lists[:2]])),
    AveragedModel(net, multi_avg_fn=lambda a, c, n: seen.append([x.dtype for x in a]),
                  use_buffers=True),
):
    for _ in range(3):
        net(torch.randn(4, 3)).sum().backward()
        told(lambda: average.update_parameters(net))
    print(average.module[1].num_batches_tracked, average.module[1].running_mean)
print(seen)

models = [nn.Linear(2, 1) for _ in range(2)]
frozen = copy.deepcopy(models[0]).requires_grad_(False)
print({k: (v.shape, v.requires_grad, v.is_leaf)
       for k, v in torch.func.stack_module_state([frozen, frozen])[0].items()})
told(lambda: torch.func.stack_module_state([models[0], nn.Linear(3, 1, bias=False).eval()]))
told(lambda: torch.func.stack_module_state([models[0], nn.Conv1d(1, 1, 1)]))
told(lambda: torch.func.stack_module_state([models[0], frozen]))

wrapped = nn.ModuleDict({"module": net}).state_dict()
torch.nn.modules.utils.consume_prefix_in_state_dict_if_present(wrapped, "module.")
print(list(wrapped), list(wrapped._metadata))
told(lambda: prune.is_pruned(3))

attend = nn.MultiheadAttention(4, 2, batch_first=True, kdim=3, vdim=2)
x = torch.ones(1, 2, 4)
told(lambda: attend(x, torch.ones(1, 3, 4), torch.ones(1, 3, 2)))
told(lambda: attend(x, torch.ones(1, 3, 3), torch.ones(1, 3, 4)))
told(lambda: attend(torch.ones(1, 2, 5), torch.ones(1, 3, 3), torch.ones(1, 3, 2)))
print(attend(x, torch.ones(1, 3, 3), torch.ones(1, 3, 2))[1])
