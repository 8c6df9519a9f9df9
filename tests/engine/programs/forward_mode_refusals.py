# what forward mode has no rule for, by each of its doors
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import forward_ad, functional
from torch.func import hessian, jacfwd, jacrev, jvp


def attempt(name, call):
    try:
        print(name, tuple(call().shape))
    except Exception as error:
        print(name, type(error).__name__, error)


torch.manual_seed(2)
q, x = torch.rand(1, 1, 2, 3), torch.rand(3, 4)
ones = torch.ones_like


def attend(q):
    return F.scaled_dot_product_attention(q, q, q)


def dual(f):
    with forward_ad.dual_level():
        return forward_ad.unpack_dual(f(forward_ad.make_dual(x, ones(x)))).tangent


attempt("jvp attention", lambda: jvp(attend, (q,), (ones(q),))[1])
attempt("jacfwd attention", lambda: jacfwd(attend)(q))
attempt("hessian attention", lambda: hessian(lambda q: attend(q).sum())(q))
with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
    attempt("its steps", lambda: jacfwd(attend)(q))
attempt("distances", lambda: jacfwd(lambda x: torch.cdist(x, x + 1))(x))
attempt("distances, reverse", lambda: jacrev(lambda x: torch.cdist(x, x + 1))(x))
attempt("of constants", lambda: jacfwd(lambda q: x.sum() * q + torch.cdist(x, x).sum())(x))
attempt("lstm", lambda: dual(lambda x: nn.LSTM(4, 2)(x.unsqueeze(0))[0]))
attempt("gru", lambda: dual(lambda x: nn.GRU(4, 2)(x.unsqueeze(0))[0]))
attempt("bag", lambda: dual(lambda w: F.embedding_bag(torch.tensor([[0, 1]]), w)))
attempt("margin", lambda: jvp(
    lambda x: F.multi_margin_loss(x, torch.tensor([0, 1, 2])), (x,), (x,))[1])
attempt("huber", lambda: hessian(lambda x: F.huber_loss(x, ones(x)))(x))
attempt("functional", lambda: functional.jacobian(
    lambda x: torch.cdist(x, x + 1), x, strategy="forward-mode", vectorize=True))
