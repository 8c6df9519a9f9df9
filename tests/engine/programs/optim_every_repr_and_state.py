# Every optimizer: its repr, the state after two steps, saved and loaded again.
import io
import torch
from torch import nn, optim

kinds = {
    "SGD": {"lr": 0.1, "momentum": 0.9}, "Adam": {}, "AdamW": {}, "Adamax": {}, "Adagrad": {},
    "Adadelta": {}, "RMSprop": {"momentum": 0.1, "centered": True}, "Rprop": {}, "ASGD": {},
    "NAdam": {}, "RAdam": {}, "Adafactor": {},
}
for name, options in kinds.items():
    torch.manual_seed(0)
    net = nn.Linear(3, 2)
    opt = getattr(optim, name)(net.parameters(), **options)
    print(opt)
    for _ in range(2):
        opt.zero_grad()
        net(torch.ones(4, 3)).pow(2).sum().backward()
        opt.step()
    state = opt.state_dict()
    print(state["param_groups"])
    print(state["state"][0].keys(), state["state"][1])
    file = io.BytesIO()
    torch.save(state, file)
    file.seek(0)
    again = getattr(optim, name)(net.parameters(), **options)
    again.load_state_dict(torch.load(file))
    print(repr(again) == repr(opt), all(
        torch.equal(torch.as_tensor(a), torch.as_tensor(b))
        for p in net.parameters() for a, b in zip(opt.state[p].values(), again.state[p].values())
    ))
opt = optim.Adam([{"params": [net.weight]}, {"params": [net.bias], "lr": 0.5}], lr=0.1)
print(opt)
opt.add_param_group({"params": nn.Parameter(torch.ones(1)), "betas": (0.5, 0.6)})
print(len(opt.param_groups), opt.param_groups[2]["betas"], opt.defaults["lr"])
named = optim.SGD(net.named_parameters(), lr=0.1)
print(named.state_dict())
seen = []
opt.register_load_state_dict_pre_hook(lambda o, s: seen.append(("pre", len(s["param_groups"]))))
opt.register_load_state_dict_post_hook(lambda o: seen.append("post"))
opt.register_state_dict_pre_hook(lambda o: seen.append("state pre"))
opt.register_state_dict_post_hook(lambda o, s: seen.append("state post"))
opt.load_state_dict(opt.state_dict())
print(seen)
try:
    opt.load_state_dict(named.state_dict())
except ValueError as error:
    print(error)
