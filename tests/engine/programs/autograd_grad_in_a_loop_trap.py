# the graph that grows over a loop, and the three usual ways out
import torch

w = torch.tensor(1.0, requires_grad=True)
state = torch.tensor(0.0)
for step in range(3):
    state = state + w * step
    try:
        state.backward()
    except RuntimeError as error:
        print(step, str(error).split(".")[0])
        break
    print(step, w.grad)
w.grad, state = None, torch.tensor(0.0)
for step in range(3):
    state = state.detach() * 0.5 + w * step
    state.backward()
    print("detach", step, state, w.grad)
w.grad, state = None, torch.tensor(1.0)
for step in range(3):
    state = state * w
    state.backward(retain_graph=True)
    print("retain", step, w.grad)
w.grad, total = None, 0
for step in range(3):
    loss = (w * step) ** 2
    total += loss.item()
    loss.backward()
print("item", total, type(total), w.grad)
