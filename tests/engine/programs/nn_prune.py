# Pruning: masks over parameters, several after another, globally, and made permanent.
import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
conv = nn.Conv2d(1, 3, 3)
prune.random_unstructured(conv, name="weight", amount=0.3)
print(list(conv.named_parameters()))
print(list(conv.named_buffers()))
print(conv.weight)
print(list(conv._forward_pre_hooks.values()))
prune.l1_unstructured(conv, name="bias", amount=1)
print(conv.bias, dict(conv.named_buffers())["bias_mask"])
print([type(hook).__name__ for hook in conv._forward_pre_hooks.values()])
prune.ln_structured(conv, name="weight", amount=0.5, n=2, dim=0)
print(conv.weight)
(hook,) = [h for h in conv._forward_pre_hooks.values() if h._tensor_name == "weight"]
print(hook, len(hook), list(hook))
print(conv.state_dict().keys())
out = conv(torch.randn(1, 1, 5, 5))
out.sum().backward()
print(conv.weight_orig.grad.shape, (conv.weight_orig.grad == 0).sum())
prune.remove(conv, "weight")
print(list(conv.named_parameters())[0][0], conv.weight.requires_grad, conv.weight[1])
print(prune.is_pruned(conv))
prune.remove(conv, "bias")
print(prune.is_pruned(conv), conv.state_dict().keys())

net = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))
pairs = ((net[0], "weight"), (net[2], "weight"))
prune.global_unstructured(pairs, pruning_method=prune.L1Unstructured, amount=0.4)
for module, name in pairs:
    print(module.weight_mask, float((module.weight == 0).float().mean()))
print(net(torch.ones(1, 4)))
prune.random_structured(net[0], "weight", amount=1, dim=1)
print(net[0].weight_mask)
prune.custom_from_mask(net[2], "bias", mask=torch.tensor([0, 1]))
prune.identity(net[0], "bias")
print(net[2].bias, net[0].bias_mask)
print(prune.L1Unstructured(amount=2).prune(torch.arange(-3.0, 3.0)))


class EveryOther(prune.BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask


linear = nn.Linear(3, 2)
EveryOther.apply(linear, "weight")
print(linear.weight)
EveryOther.apply(linear, "weight")
print(linear.weight_mask)
for wrong in (
    lambda: prune.l1_unstructured(linear, "bias", amount=3),
    lambda: prune.l1_unstructured(linear, "bias", amount=1.5),
    lambda: prune.l1_unstructured(linear, "bias", amount="all"),
    lambda: prune.ln_structured(linear, "bias", amount=1, n=2, dim=0),
    lambda: prune.ln_structured(nn.Linear(2, 2), "weight", amount=1, n=2, dim=3),
    lambda: prune.remove(nn.Linear(2, 2), "weight"),
    lambda: prune.custom_from_mask(nn.Linear(2, 2), "weight", torch.ones(3)),
    lambda: prune.global_unstructured(pairs, pruning_method=prune.LnStructured, amount=1, n=2),
    lambda: prune.BasePruningMethod(),
    lambda: prune.l1_unstructured(nn.Linear(2, 2), "gain", amount=1),
):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)
print(dict(linear.named_parameters()).keys(), linear)
