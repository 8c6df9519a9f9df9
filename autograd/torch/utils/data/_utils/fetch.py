"""Fetching of the samples of one batch."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.utils.data.dataloader import DataLoader


class Fetcher:
    """Fetches batches of a dataset: of the samples at given indices, or of the next ones."""

    def __init__(self, dataset, loader):
        self.dataset = dataset
        self.loader = loader
        self.collate_fn = bind_to_copy(loader.collate_fn, loader, dataset)
        self.samples = iter(dataset) if loader._is_iterable else None

    def fetch(self, index: list[None | int] | None) -> Tensor | dict[str, Any] | int:
        """Return the batch for `index`; StopIteration at the end of an iterable dataset."""
        return self.collate_fn(self._fetch_samples(index))

    def _fetch_samples(self, index):
        """Return the samples for `index`, or a single one without automatic batching."""
        is_batched = self.loader._auto_collation
        if self.samples is not None:
            return self._next_samples(index) if is_batched else next(self.samples)
        if not is_batched:
            return self.dataset[index]
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.dataset.__getitems__(index)
        return [self.dataset[i] for i in index]

    def _next_samples(self, index):
        """Return as many further samples as `index` is long; StopIteration if there are none."""
        batch = list(islice(self.samples, len(index)))
        if not batch or self.loader.drop_last and len(batch) < len(index):
            raise StopIteration
        return batch


def bind_to_copy(
    function: Callable[..., Any], loader: DataLoader, dataset: Any
) -> Callable[..., Any]:
    """Return a loader's function; a method of its dataset is bound to this worker's copy."""
    if getattr(function, "__self__", loader) is not loader.dataset or dataset is loader.dataset:
        return function
    return function.__func__.__get__(dataset)
