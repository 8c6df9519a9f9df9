"""`DistributedSampler`: the part of a dataset for one of several processes."""

from __future__ import annotations

import math

from autograd.functions.random.random import randperm
from autograd.kernels.generator import Generator
from torch import distributed
from torch.utils.data.sampler import Sampler, _T_co


class DistributedSampler(Sampler[_T_co]):
    """Every `num_replicas`-th index, from `rank` on, of an order drawn for each epoch.

    Without these two numbers it uses the process group, which is never initialized here.
    """

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0,
                 drop_last=False):
        num_replicas = distributed.get_world_size() if num_replicas is None else num_replicas
        rank = distributed.get_rank() if rank is None else rank
        if rank >= num_replicas or rank < 0:
            raise ValueError(
                f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.epoch, self.drop_last, self.shuffle, self.seed = 0, drop_last, shuffle, seed
        count = len(dataset)
        if drop_last and count % num_replicas:
            self.num_samples = math.ceil((count - num_replicas) / num_replicas)
        else:
            self.num_samples = math.ceil(count / num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self):
        indices = list(range(len(self.dataset)))
        if self.shuffle:
            generator = Generator().manual_seed(self.seed + self.epoch)
            indices = randperm(len(self.dataset), generator=generator).tolist()
        if self.drop_last:
            indices = indices[:self.total_size]
        else:  # repeat the first indices until all replicas have equally many
            missing = self.total_size - len(indices)
            indices += (indices * math.ceil(missing / max(len(indices), 1)))[:missing]
        if len(indices) != self.total_size:
            raise AssertionError(
                f"Number of indices ({len(indices)}) does not match total_size "
                f"({self.total_size})")
        return iter(indices[self.rank:self.total_size:self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, which determines the order."""
        self.epoch = epoch
