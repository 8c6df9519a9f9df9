"""`torch.utils.data`: datasets, samplers, data loaders."""

from torch.utils.data._utils.collate import default_collate, default_convert  # noqa: F401
from torch.utils.data.dataloader import DataLoader, get_worker_info  # noqa: F401
from torch.utils.data.dataset import (  # noqa: F401
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)
from torch.utils.data.distributed import DistributedSampler  # noqa: F401
from torch.utils.data.sampler import (  # noqa: F401
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)
