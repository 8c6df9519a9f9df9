"""Every function with every dtype: what comes out, in which dtype, or which error.

A case is an expression over `a` and `b`, their dtypes, and the shape of `a`. `answer` gives what an
engine makes of it: dtype, shape and values, or the error's type and text. `python -m
tests.engine.record dtypes` compares all of them and writes down, by expression, how many differ.
"""

import math
import warnings

DTYPES = """
bool uint8 uint16 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128
""".split()
SHAPES = ((), (3,), (2, 3), (0,))
NUMBERS = ("True", "2", "0.5", "1j")

UNARY = """
abs acos acosh angle asin asinh atan atanh bitwise_not ceil conj cos cosh deg2rad digamma erf erfc
erfinv exp exp2 expm1 floor frac isfinite isinf isnan isneginf isposinf isreal lgamma log log10
log1p log2 logical_not logit nan_to_num neg positive rad2deg reciprocal relu round rsqrt sgn
sigmoid sign signbit sin sinc sinh sqrt square tan tanh trunc i0 selu sum mean prod std var max
min argmax argmin all any amax amin aminmax median nanmedian nansum nanmean logsumexp cumsum
cumprod sort argsort unique flip norm count_nonzero nonzero isnan diag tril triu clone zeros_like
ones_like rand_like randn_like softmax log_softmax flatten ravel
""".split()
WITH_ONE = {
    "cumsum": ", 0", "cumprod": ", 0", "logsumexp": ", 0", "softmax": ", 0", "log_softmax": ", 0",
    "flip": ", (0,)",
}  # fmt: skip
MORE = """
a.sum(0) a.mean(0) a.prod(0) a.max(0) a.min(0) a.argmax(0) a.std(0) a.var(0,unbiased=False)
a.any(0) a.all(0) a.amax(0) a.median(0) a.mode() a.kthvalue(1) a.topk(1) a.cummax(0) a.cummin(0)
a.logcumsumexp(0) a.diff() a.norm(1) a.clamp(0,2) a.clamp(0.5) a.clamp(max=1) a.round(decimals=1)
a.pow(2) a.pow(0.5) a.pow(-1) a**2 a**0.5 2**a 1/a 1-a 7//a 7%a a//2 a/2 a%2 -a +a ~a a<<1 a>>1
a==1 a>0 a!=a a.item() a.tolist() int(a) float(a) bool(a) complex(a) a.type() a.float() a.long()
a.half() a.bool() a.double() a.int() a.byte() a.bfloat16() a.to(torch.complex64) a.numpy()
a.fill_(2) a.zero_() a.exp_() a.sqrt_() a.neg_() a.abs_() a.add_(1) a.add_(0.5) a.mul_(2)
a.mul_(0.5) a.div_(2) a.sub_(1) a.pow_(2) a.clamp_(0,1) a.masked_fill(a>0,1)
a.masked_fill(a>0,0.5) a.index_fill(0,torch.tensor([0]),1) a.repeat(2) a.unsqueeze(0) a.roll(1)
torch.where(a>0,a,0) torch.where(a>0,a,0.5) torch.full_like(a,2) torch.full_like(a,0.5)
torch.nn.functional.relu(a) torch.nn.functional.gelu(a) torch.nn.functional.silu(a)
torch.nn.functional.softplus(a) torch.nn.functional.elu(a) torch.nn.functional.leaky_relu(a)
torch.nn.functional.softmax(a,-1) torch.nn.functional.log_softmax(a,-1)
torch.nn.functional.normalize(a,dim=0) torch.nn.functional.one_hot(a)
torch.nn.functional.dropout(a,0.0) torch.outer(a,a) torch.dot(a,a) a.requires_grad_() a.real
a.imag a.bincount() torch.histc(a,3) torch.multinomial(a,1) torch.bernoulli(a)
torch.special.expit(a) torch.linalg.norm(a) torch.linalg.vector_norm(a) torch.polygamma(1,a)
torch.gradient(a) torch.quantile(a,0.5) torch.cov(a) torch.corrcoef(a) torch.cdist(a,a)
torch.stack([a,a]) torch.nan_to_num(a) torch.heaviside(a,a) torch.view_as_real(a)
torch.as_tensor(a,dtype=torch.float32) a.expand(2,3) a.view(-1) a.element_size()
a.is_floating_point() torch.is_nonzero(a) torch.trapz(a) torch.vander(a) a.normal_() a.uniform_()
a.random_(3) a.bernoulli_() torch.dropout(a,0.5,False) torch.special.xlog1py(a,a)
torch.special.entr(a) torch.special.ndtr(a) a.lerp(a,0.5) a.addcmul(a,a) a.addcdiv(a,a)
torch.isin(a,a) torch.floor_divide(a,2) a.logical_and(a) torch.tensor(a.tolist(),dtype=a.dtype)
torch.cumulative_trapezoid(a) torch.isclose(a,a) a.equal(a) torch.allclose(a,a)
a.gather(0,torch.zeros_like(a,dtype=torch.int64)) a.take(torch.tensor([0]))
torch.searchsorted(a,a) torch.bucketize(a,torch.tensor([1,2])) a.histc(2) a.logit() a.erfinv_()
""".split()
PAIRS = """
a+b a-b a*b a/b a//b a%b a**b a==b a<b a>=b a&b a|b a^b torch.maximum(a,b) torch.minimum(a,b)
torch.fmax(a,b) torch.fmod(a,b) torch.remainder(a,b) torch.atan2(a,b) torch.hypot(a,b)
torch.logaddexp(a,b) torch.copysign(a,b) torch.logical_or(a,b) torch.pow(a,b)
torch.true_divide(a,b) torch.div(a,b,rounding_mode='floor') torch.div(a,b,rounding_mode='trunc')
torch.where(a>0,a,b) torch.add(a,b,alpha=2) torch.sub(a,b,alpha=0.5) a.add_(b) a.sub_(b) a.mul_(b)
a.div_(b) a.pow_(b) a.copy_(b) torch.xlogy(a,b) torch.gcd(a,b) torch.lcm(a,b) torch.ldexp(a,b)
torch.nextafter(a,b) torch.stack([a,b]) torch.cat([a,b]) torch.result_type(a,b)
torch.float_power(a,b) torch.rsub(a,b) torch.lerp(a,b,0.5) torch.dist(a,b) torch.isclose(a,b)
torch.equal(a,b) torch.cross(a,b) torch.matmul(a,b) torch.addcmul(a,a,b) torch.outer(a,b)
torch.nn.functional.mse_loss(a,b) torch.nn.functional.l1_loss(a,b) torch.bitwise_left_shift(a,b)
a.masked_fill(a>0,b[...,:1].sum()) torch.clamp(a,b) torch.masked_select(a,b) a.type_as(b)
a.index_put((torch.tensor([0]),),b) torch.nn.functional.binary_cross_entropy(a,b)
torch.nn.functional.binary_cross_entropy_with_logits(a,b) torch.nn.functional.huber_loss(a,b)
torch.nn.functional.linear(a,b) torch.kron(a,b) torch.inner(a,b)
torch.nn.functional.smooth_l1_loss(a,b) torch.heaviside(a,b) torch.einsum('i,i',a,b) a@b
a.put_(torch.tensor([0]),b[:1]) a.scatter(0,torch.tensor([0]),b) torch.isin(a,b) torch.dot(a,b)
a.scatter_add(0,torch.tensor([0]),b) a.index_add(0,torch.tensor([0]),b[:1]) torch.bucketize(a,b)
torch.nn.functional.cross_entropy(a,b) torch.nn.functional.nll_loss(a,b)
torch.nn.functional.kl_div(a,b)
""".split()


def cases():
    """All cases: `(expression, dtype of a, dtype of b or a number, shape)`."""
    singles = [f"torch.{name}(a{WITH_ONE.get(name, '')})" for name in dict.fromkeys(UNARY)] + MORE
    for expression in singles:
        for dtype in DTYPES:
            for shape in SHAPES:
                yield expression, dtype, None, shape
    for expression in PAIRS:
        for dtype in DTYPES:
            for other in (*DTYPES, *NUMBERS):
                yield expression, dtype, other, (3,)
            for other in ("bool", "int64", "float32", "float64", "complex64"):
                yield expression, dtype, other, ()


def answer(torch, case):
    """What the engine `torch` makes of a case, in plain data."""
    expression, dtype, other, shape = case
    torch.manual_seed(0)
    names = {"torch": torch, "a": made(torch, dtype, shape, 1)}
    if other in NUMBERS:
        names["b"] = eval(other)
    elif other is not None:
        names["b"] = made(torch, other, (3,), 2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return plain(torch, eval(expression, names))
        except Exception as error:
            return f"{type(error).__name__}: {error}"


def made(torch, dtype, shape, first):
    """A tensor of small numbers: `first`, `first + 1`, ... in each dtype."""
    numbers = torch.arange(first, first + math.prod(shape)) % 5
    return numbers.reshape(shape).to(getattr(torch, dtype))


def plain(torch, value):
    """A result as dtype, shape and numbers that need no engine to read."""
    if isinstance(value, torch.Tensor):
        return [str(value.dtype), tuple(value.shape), value.tolist()]
    if isinstance(value, tuple | list):
        return [plain(torch, part) for part in value]
    return repr(value)


def agree(ours, theirs) -> bool:
    """Whether two answers are the same, numbers within a few units of a 16-bit float."""
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        return len(ours) == len(theirs) and all(map(agree, ours, theirs))
    if isinstance(ours, float | complex) and type(ours) is type(theirs):
        return close(ours, theirs)
    return type(ours) is type(theirs) and ours == theirs


def close(a, b) -> bool:
    """Whether two numbers are equal up to rounding; infinities and NaN only to themselves."""
    if isinstance(a, complex):
        return close(a.real, b.real) and close(a.imag, b.imag)
    return math.isclose(a, b, rel_tol=1e-2, abs_tol=1e-5) or math.isnan(a) and math.isnan(b)
