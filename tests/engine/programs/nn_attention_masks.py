# masks in attention: boolean, additive, causal, padding, dropout off
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(92)
q = torch.randn(1, 2, 3, 4)
k, v = torch.randn(2, 1, 2, 5, 4)
full = F.scaled_dot_product_attention(q, k, v)
by_hand = torch.softmax(q @ k.mT / 2, -1) @ v
print(torch.allclose(full, by_hand, atol=1e-6), full)
keep = torch.tensor([True, True, False, True, False])
print(F.scaled_dot_product_attention(q, k, v, attn_mask=keep.expand(3, 5))[0, 0])
bias = torch.zeros(3, 5).masked_fill(~keep, float("-inf"))
print(
    torch.allclose(
        F.scaled_dot_product_attention(q, k, v, attn_mask=bias),
        F.scaled_dot_product_attention(q, k, v, attn_mask=keep.expand(3, 5)),
        atol=1e-6,
    )
)
print(
    F.scaled_dot_product_attention(q, q, q, is_causal=True)[0, 1],
    F.scaled_dot_product_attention(q, k, v, scale=1.0)[0, 0, 0],
)
mha = nn.MultiheadAttention(4, 2, batch_first=True, dropout=0.0)
x = torch.randn(2, 3, 4)
pad = torch.tensor([[False, False, True], [False, True, True]])
out, weights = mha(x, x, x, key_padding_mask=pad)
print(out, weights)
causal = nn.Transformer.generate_square_subsequent_mask(3)
print(mha(x, x, x, attn_mask=causal, is_causal=True, need_weights=True)[1])
print(mha(x, x, x, attn_mask=causal.expand(4, 3, 3))[1][0], mha(x[0], x[0], x[0])[0].shape)
for wrong in (pad.T, pad[:, :2]):
    try:
        mha(x, x, x, key_padding_mask=wrong)
    except AssertionError as error:
        print(error)
broken = torch.tensor([[[1.0, 2.0], [float("nan"), 1.0]]])
whole, seen = torch.ones(1, 2, 2), torch.tensor([[True, False], [False, False]])
print(torch.nn.functional.scaled_dot_product_attention(whole, broken, whole, seen))
print(torch.nn.functional.scaled_dot_product_attention(whole, whole, whole, seen))

# masks of other dtypes, half types worked out in float32, shares out of bounds
query = torch.arange(24.0).view(2, 3, 4).sin()
attend = F.scaled_dot_product_attention
print(attend(query.half(), query.half(), query.half(), attn_mask=torch.ones(3, 3)))
for options in ({"attn_mask": torch.ones(3, 3, dtype=torch.int64)}, {"dropout_p": 1.5}):
    try:
        attend(query, query, query, **options)
    except RuntimeError as error:
        print(error)
try:
    attend(query, query.double(), query)
except RuntimeError as error:
    print(error)
