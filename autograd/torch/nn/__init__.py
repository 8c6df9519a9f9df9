"""`torch.nn`: modules, parameters, functional forms."""

import importlib

from autograd.frontend.missing_names import missing
from torch.nn.modules import (  # noqa: F401
    AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d, AdaptiveLogSoftmaxWithLoss,
    AdaptiveMaxPool1d, AdaptiveMaxPool2d, AdaptiveMaxPool3d, AlphaDropout, AvgPool1d, AvgPool2d,
    AvgPool3d, BatchNorm1d, BatchNorm2d, BatchNorm3d, BCELoss, BCEWithLogitsLoss, Bilinear,
    CELU, ChannelShuffle, CircularPad1d, CircularPad2d, CircularPad3d, ConstantPad1d,
    ConstantPad2d, ConstantPad3d, Container, Conv1d, Conv2d, Conv3d, ConvTranspose1d,
    ConvTranspose2d, ConvTranspose3d, CosineEmbeddingLoss, CosineSimilarity, CrossEntropyLoss,
    CrossMapLRN2d, CTCLoss, Dropout, Dropout1d, Dropout2d, Dropout3d, ELU, Embedding,
    EmbeddingBag, FeatureAlphaDropout, Flatten, Fold, FractionalMaxPool2d, FractionalMaxPool3d,
    GaussianNLLLoss, GELU, GLU, GroupNorm, GRU, GRUCell, Hardshrink, Hardsigmoid, Hardswish,
    Hardtanh, HingeEmbeddingLoss, HuberLoss, Identity, InstanceNorm1d, InstanceNorm2d,
    InstanceNorm3d, KLDivLoss, L1Loss, LayerNorm, LazyBatchNorm1d, LazyBatchNorm2d,
    LazyBatchNorm3d, LazyConv1d, LazyConv2d, LazyConv3d, LazyConvTranspose1d,
    LazyConvTranspose2d, LazyConvTranspose3d, LazyInstanceNorm1d, LazyInstanceNorm2d,
    LazyInstanceNorm3d, LazyLinear, LeakyReLU, Linear, LinearCrossEntropyLoss,
    LocalResponseNorm, LogSigmoid, LogSoftmax, LPPool1d, LPPool2d, LPPool3d, LSTM, LSTMCell,
    MarginRankingLoss, MaxPool1d, MaxPool2d, MaxPool3d, MaxUnpool1d, MaxUnpool2d, MaxUnpool3d,
    Mish, Module, ModuleDict, ModuleList, MSELoss, MultiheadAttention, MultiLabelMarginLoss,
    MultiLabelSoftMarginLoss, MultiMarginLoss, NLLLoss, NLLLoss2d, PairwiseDistance,
    ParameterDict, ParameterList, PixelShuffle, PixelUnshuffle, PoissonNLLLoss, PReLU,
    ReflectionPad1d, ReflectionPad2d, ReflectionPad3d, ReLU, ReLU6, ReplicationPad1d,
    ReplicationPad2d, ReplicationPad3d, RMSNorm, RNN, RNNBase, RNNCell, RNNCellBase, RReLU,
    SELU, Sequential, Sigmoid, SiLU, SmoothL1Loss, SoftMarginLoss, Softmax, Softmax2d, Softmin,
    Softplus, Softshrink, Softsign, SyncBatchNorm, Tanh, Tanhshrink, Threshold, Transformer,
    TransformerDecoder, TransformerDecoderLayer, TransformerEncoder, TransformerEncoderLayer,
    TripletMarginLoss, TripletMarginWithDistanceLoss, Unflatten, Unfold, Upsample,
    UpsamplingBilinear2d, UpsamplingNearest2d, ZeroPad1d, ZeroPad2d, ZeroPad3d,
)
from torch.nn.parameter import (  # noqa: F401
    Buffer, Parameter, UninitializedBuffer, UninitializedParameter,
)

from torch.nn import functional, init, modules, parameter  # noqa: F401 isort: skip


def __getattr__(name):
    if name in ("attention", "common_types", "grad", "parallel", "utils"):
        return importlib.import_module(f"torch.nn.{name}")
    if name == "DataParallel":
        return importlib.import_module("torch.nn.parallel").DataParallel
    raise missing("torch.nn", name, globals())
