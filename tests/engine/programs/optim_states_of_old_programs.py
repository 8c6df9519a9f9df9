# States with and without names, states that lack what is saved today, and hooks that go first
import copy

import torch


def parameters():
    torch.manual_seed(0)
    return [torch.nn.Parameter(torch.randn(2, 2)), torch.nn.Parameter(torch.randn(3, 2))]


def stepped(optimizer):
    for group in optimizer.param_groups:
        for x in group["params"]:
            x.grad = x.detach() * 2
    optimizer.step()
    return optimizer


for kind in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam",
             "ASGD", "Rprop", "Adafactor"):
    make = getattr(torch.optim, kind)
    params, others = parameters(), parameters()
    plain, named = stepped(make(params)), make(zip("ab", others))
    named.load_state_dict(plain.state_dict())
    print(kind, named.param_groups[0]["param_names"], list(named.param_groups[0]), named.defaults)
    plain.load_state_dict(stepped(named).state_dict())
    print(plain.param_groups[0]["param_names"])
    old = plain.state_dict()
    for group in old["param_groups"]:
        for name in ("foreach", "maximize", "differentiable", "capturable", "fused", "amsgrad",
                     "nesterov", "decoupled_weight_decay", "centered"):
            if kind != "Adafactor":  # which asks for all but foreach
                group.pop(name, None)
    for state in old["state"].values():
        state.update({name: value.item() for name, value in state.items()
                      if name in ("step", "eta", "mu", "mu_product") and value is not None})
    fresh = make(parameters())
    fresh.load_state_dict(old)
    print(list(fresh.param_groups[0].items())[1:], stepped(fresh).param_groups[0]["params"])
    state = fresh.state[fresh.param_groups[0]["params"][0]]
    print({name: value for name, value in state.items() if name in ("step", "eta", "mu_product")})
    print(sorted(name for name in vars(copy.deepcopy(fresh)) if name[0] != "_"))
optimizer = torch.optim.SGD(parameters())
order = []
for hooks in (optimizer.register_state_dict_pre_hook, optimizer.register_load_state_dict_pre_hook,
              optimizer.register_state_dict_post_hook,
              optimizer.register_load_state_dict_post_hook):
    hooks(lambda *given: order.append("second"))
    hooks(lambda *given: order.append("first"), prepend=True)
optimizer.load_state_dict(optimizer.state_dict())
print(order)
state = optimizer.state_dict()
state["state"]["more"] = {"kept": [1, torch.ones(1, dtype=torch.float64)]}
optimizer.load_state_dict(state)
print(optimizer.state["more"])
x = torch.ones(2, requires_grad=True)
for call in (lambda: torch.optim.SGD([x * 2], differentiable=True).param_groups[0]["params"],
             lambda: torch.optim.SGD([x], differentiable=True, fused=True),
             lambda: torch.optim.Adam([x], lr=torch.tensor(0.1), foreach=True),
             lambda: torch.optim.SparseAdam([x, x.detach().to_sparse()]),
             lambda: torch.optim.SparseAdam([{"params": [x, torch.ones(1) * 1j]}]),
             lambda: torch.optim.SparseAdam([x], lr=torch.ones(2))):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
