"""What loaders are made of, where lessons find it: collating, fetching, workers."""

from torch.utils.data._utils import collate, fetch, worker  # noqa: F401
