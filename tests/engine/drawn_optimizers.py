"""Small programs about optimizers and schedules, their kinds and options drawn by Hypothesis."""

from hypothesis import strategies as st

from tests.engine.drawn_layers import options

STEPS = """
import json
import torch
torch.manual_seed({seed})
w = torch.randn({shape}, requires_grad=True)
b = torch.randn(2, requires_grad=True)
optimizer = torch.optim.{make}([{{"params": [w]}}, {{"params": [b], "lr": {lr}}}], {options})
curve = torch.linspace(0.5, 3, w.numel()).reshape(w.shape)
for step in range({steps}):
    optimizer.zero_grad(set_to_none={to_none})
    loss = (curve * w * w).sum() + (b * b * b.detach().sign()).sum() + w.sum()
    loss.backward()
    optimizer.step()
print(optimizer)
state = optimizer.state_dict()["state"]
print([sorted(state[key]) for key in sorted(state)])
numbers = [w.flatten().tolist(), b.tolist(), [loss.item()]]
first = state.get(0, {{}})
numbers += [torch.as_tensor(first[key]).flatten().tolist() for key in sorted(first)]
print("json", json.dumps(numbers))
"""
RATES = """
import json
import torch
w, b = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([{{"params": [w]}}, {{"params": [b], "lr": 0.3}}], lr=0.5, momentum=0.9)
schedule = torch.optim.lr_scheduler.{make}(optimizer, {options})
rates = []
for step in range({steps}):
    rates.append([group["lr"] for group in optimizer.param_groups])
    optimizer.step()
    schedule.step({argument})
print("json", json.dumps(rates))
print(schedule.last_epoch, sorted(schedule.state_dict()))
"""

DECAY = st.sampled_from([0.0, 0.1])
BETAS = st.sampled_from([(0.9, 0.999), (0.5, 0.9)])
FLAG = st.booleans()
CHOICES = {
    "SGD": {"momentum": st.sampled_from([0.0, 0.9]), "weight_decay": DECAY, "maximize": FLAG},
    "Adam": {"betas": BETAS, "weight_decay": DECAY, "amsgrad": FLAG, "maximize": FLAG},
    "AdamW": {"betas": BETAS, "weight_decay": DECAY, "amsgrad": FLAG},
    "Adagrad": {"lr_decay": DECAY, "weight_decay": DECAY,
                "initial_accumulator_value": st.sampled_from([0.0, 0.5])},
    "Adadelta": {"rho": st.sampled_from([0.5, 0.9]), "weight_decay": DECAY},
    "RMSprop": {"alpha": st.sampled_from([0.9, 0.99]), "momentum": st.sampled_from([0.0, 0.5]),
                "centered": FLAG, "weight_decay": DECAY},
    "Adamax": {"betas": BETAS, "weight_decay": DECAY},
    "NAdam": {"betas": BETAS, "weight_decay": DECAY, "decoupled_weight_decay": FLAG},
    "RAdam": {"betas": BETAS, "weight_decay": DECAY},
    "ASGD": {"lambd": st.sampled_from([1e-4, 0.1]), "weight_decay": DECAY},
    "Rprop": {"etas": st.sampled_from([(0.5, 1.2), (0.4, 1.5)])},
    "Adafactor": {"d": st.sampled_from([1.0, 2.0]), "weight_decay": DECAY},
}
WHOLE = st.integers(1, 5)
GAMMA = st.sampled_from([0.1, 0.5, 0.9])
PLANS = {
    "StepLR": {"step_size": WHOLE, "gamma": GAMMA},
    "MultiStepLR": {"milestones": st.lists(st.integers(0, 8), min_size=1, max_size=3).map(sorted),
                    "gamma": GAMMA},
    "ExponentialLR": {"gamma": GAMMA},
    "CosineAnnealingLR": {"T_max": st.integers(2, 6), "eta_min": st.sampled_from([0.0, 0.05])},
    "CosineAnnealingWarmRestarts": {"T_0": WHOLE, "T_mult": st.integers(1, 2)},
    "ConstantLR": {"factor": GAMMA, "total_iters": WHOLE},
    "LinearLR": {"start_factor": GAMMA, "total_iters": WHOLE},
    "PolynomialLR": {"total_iters": WHOLE, "power": st.sampled_from([1.0, 2.0])},
    "CyclicLR": {"base_lr": st.just(0.01), "max_lr": st.sampled_from([0.1, 0.5]),
                 "step_size_up": WHOLE, "mode": st.sampled_from(["triangular", "triangular2"])},
    "OneCycleLR": {"max_lr": st.sampled_from([0.5, 1.0]), "total_steps": st.integers(12, 20),
                   "pct_start": st.sampled_from([0.2, 0.5]),
                   "anneal_strategy": st.sampled_from(["cos", "linear"])},
    "ReduceLROnPlateau": {"factor": GAMMA, "patience": st.integers(0, 2),
                          "mode": st.sampled_from(["min", "max"])},
}


@st.composite
def optimizer_programs(draw):
    """An optimizer with drawn options on two parameters of different rates."""
    make = draw(st.sampled_from(sorted(CHOICES)))
    given = {name: draw(values) for name, values in CHOICES[make].items()}
    given["lr"] = draw(st.sampled_from([0.01, 0.1]))
    if make == "SGD" and given["momentum"]:
        given["nesterov"] = draw(FLAG)
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    return STEPS.format(
        seed=draw(st.integers(0, 99)), shape=shape,
        make=make, lr=draw(st.sampled_from([0.02, 0.2])), options=options(**given),
        steps=draw(st.integers(1, 6)), to_none=draw(FLAG))


@st.composite
def schedule_programs(draw):
    """A schedule with drawn options on two groups of different rates."""
    make = draw(st.sampled_from(sorted(PLANS)))
    given = {name: draw(values) for name, values in PLANS[make].items()}
    argument = "1 / (1 + step // 2)" if make == "ReduceLROnPlateau" else ""
    return RATES.format(
        make=make, options=options(**given), steps=draw(st.integers(3, 10)), argument=argument)


OPTIMIZERS, SCHEDULES = optimizer_programs(), schedule_programs()
