"""How often lessons use a name, for the order of completions in the editor.

Counted over 648 public snippets about autograd and small nets, from books, courses and tutorials in
English and Chinese; names used by fewer than two of them are left out.
"""

# Of a tensor or a module: after a dot one cannot tell which it is.
MEMBERS = "torch.Tensor", "torch.nn.Module"

_MEMBERS = (
    "backward 222, grad 154, shape 112, parameters 104, sum 104, item 87, data 86, size 78, "
    "requires_grad 73, zero_grad 71, numpy 69, view 66, mean 51, to 51, detach 46, grad_fn 38, "
    "float 37, zero_ 35, apply 32, requires_grad_ 26, device 25, named_parameters 25, "
    "reshape 25, clone 24, state_dict 23, unsqueeze 22, dtype 21, norm 18, pow 18, T 17, "
    "type 17, add_ 15, add_module 15, eval 15, exp 14, train 14, is_leaf 13, max 13, cpu 12, "
    "numel 12, sin 12, squeeze 12, t 12, mm 11, register_hook 11, abs 10, retain_grad 10, "
    "uniform_ 10, clamp 9, fill_ 9, transpose 9, long 8, register_forward_hook 8, relu 8, "
    "flatten 7, add 6, dot 6, log 6, permute 6, std 6, double 5, expand 5, expand_as 5, sub_ 5, "
    "argmax 4, cos 4, dim 4, matmul 4, nelement 4, tolist 4, children 3, data_ptr 3, "
    "index_select 3, modules 3, name 3, named_children 3, normal_ 3, sigmoid 3, all 2, "
    "element_size 2, equal 2, gather 2, int 2, is_cuda 2, load_state_dict 2, mT 2, mul_ 2, "
    "named_modules 2, new 2, new_ones 2, new_tensor 2, random_ 2, register_backward_hook 2, "
    "register_buffer 2, register_full_backward_hook 2, round 2, short 2, sinh 2, softmax 2, "
    "stride 2, var 2"
)

_NAMES = {
    "torch": (
        "tensor 251, randn 210, rand 116, manual_seed 95, ones 95, zeros 70, no_grad 58, "
        "arange 56, device 44, Tensor 42, float32 36, float 32, ones_like 32, from_numpy 31, "
        "linspace 27, sin 26, exp 22, mm 22, empty 21, allclose 20, cat 20, matmul 20, "
        "FloatTensor 19, LongTensor 19, mean 19, sigmoid 19, sum 19, zeros_like 18, normal 16, "
        "stack 16, log 15, add 14, set_printoptions 14, cos 13, double 13, eye 13, pow 12, "
        "randint 12, tanh 12, set_default_dtype 11, float64 10, long 10, max 10, diag 9, dot 8, "
        "mul 8, sqrt 8, randn_like 7, dist 6, flatten 5, float16 5, inference_mode 5, where 5, "
        "abs 4, as_tensor 4, diag_embed 4, full 4, set_grad_enabled 4, softmax 4, transpose 4, "
        "uint8 4, div 3, int64 3, rand_like 3, randperm 3, squeeze 3, unsqueeze 3, "
        "DoubleTensor 2, Size 2, argmax 2, cartesian_prod 2, clamp 2, complex128 2, diagonal 2, "
        "dstack 2, einsum 2, equal 2, hstack 2, int32 2, int8 2, isfinite 2, isnan 2, "
        "logsumexp 2, min 2, pi 2, relu 2, repeat_interleave 2, round 2, "
        "set_default_tensor_type 2, sort 2, sub 2, vmap 2"
    ),
    "torch.nn": (
        "Linear 166, Module 118, Sequential 80, ReLU 60, MSELoss 44, Conv2d 30, "
        "CrossEntropyLoss 29, Parameter 26, Sigmoid 19, Tanh 17, Embedding 15, MaxPool2d 14, "
        "Flatten 13, RNN 12, BCELoss 11, Dropout 11, BCEWithLogitsLoss 10, Softmax 10, LSTM 8, "
        "NLLLoss 8, LogSoftmax 5, GRU 4, L1Loss 4, ParameterDict 4, AvgPool2d 3, Identity 3, "
        "LazyLinear 3, ModuleList 3, ParameterList 3, AdaptiveMaxPool2d 2, BatchNorm1d 2, "
        "BatchNorm2d 2, Conv1d 2, Conv3d 2, KLDivLoss 2, LeakyReLU 2, Transformer 2"
    ),
    "torch.optim": "SGD 64, Adam 28, AdamW 2, RMSprop 2",
    "torch.autograd": "Variable 31, grad 31, Function 21, gradcheck 4",
    "torch.nn.functional": (
        "relu 31, log_softmax 6, max_pool2d 6, softmax 5, conv2d 4, "
        "binary_cross_entropy_with_logits 3, cross_entropy 3, mse_loss 3, "
        "binary_cross_entropy 2, conv_transpose2d 2, dropout 2, leaky_relu 2, one_hot 2"
    ),
    "torch.utils.data": "DataLoader 14, TensorDataset 10, Dataset 7",
    "torch.nn.init": (
        "xavier_uniform_ 11, constant_ 8, normal_ 7, zeros_ 5, xavier_normal_ 4, "
        "kaiming_uniform_ 2, uniform_ 2"
    ),
    "torch.func": "vmap 8, jacrev 6, grad 5, jacfwd 4, jvp 4, hessian 3, vjp 3",
    "torch.autograd.function": "once_differentiable 6, Function 2",
    "torch.autograd.graph": "saved_tensors_hooks 3, save_on_cpu 2",
    "torch.autograd.functional": "jacobian 3, vjp 2",
    "torch.distributions": "Independent 2",
}


def counted(words: str) -> dict[str, int]:
    """Parse `sum 104, size 78` to a dict."""
    return {name: int(count) for name, count in map(str.split, words.split(","))}


def uses_of(place: str, name: str) -> int:
    """Return how many snippets use `name` of `place`, or a name inside of it."""
    whole = f"{place}.{name}"
    inside = 0 if whole in MEMBERS else sum(USES.get(whole, {}).values())
    return max(inside, USES.get(place, {}).get(name, 0))


USES: dict[str, dict[str, int]] = {
    **{place: counted(words) for place, words in _NAMES.items()},
    **dict.fromkeys(MEMBERS, counted(_MEMBERS)),
}
