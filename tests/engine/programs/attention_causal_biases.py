# causal masks that attention takes by name
import torch
from torch.nn.attention.bias import CausalBias, causal_lower_right, causal_upper_left

left, right = causal_upper_left(2, 4), causal_lower_right(2, 4)
print(type(left), issubclass(CausalBias, torch.Tensor), left, right)
q = torch.linspace(-1, 1, 16).view(1, 2, 2, 4).requires_grad_()
k, v = torch.linspace(0, 1, 64).view(2, 1, 2, 4, 4)
attend = torch.nn.functional.scaled_dot_product_attention
print(attend(q, k, v, left).equal(attend(q, k, v, is_causal=True)))
made = attend(q, k, v, attn_mask=right)
print(made.shape, made.allclose(attend(q, k, v, torch.ones(2, 4, dtype=torch.bool).tril(2))))
made.sum().backward()
print(q.grad.abs().sum() > 0)
try:
    attend(q, k, v, left, is_causal=True)
except ValueError as error:
    print(error)
causal_lower_right(3, 2)
