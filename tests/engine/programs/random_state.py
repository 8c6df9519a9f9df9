# saving and restoring the generator
import torch

torch.manual_seed(0)
state = torch.get_rng_state()
a = torch.randn(3)
torch.set_rng_state(state)
print(torch.equal(a, torch.randn(3)), state.dtype, state.shape)
with torch.random.fork_rng():
    torch.manual_seed(99)
    print(torch.rand(1))
print(torch.rand(1))
