"""The parts of data loaders: collating, fetching, workers."""

from torch.utils.data._utils import collate, fetch, worker  # noqa: F401
