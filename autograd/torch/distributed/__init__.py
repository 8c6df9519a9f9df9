"""`torch.distributed` in a single process, where no process group is ever initialized.

Queries that programs make before they initialize a group, or when they run alone, return what torch
returns then.
"""

from __future__ import annotations

from enum import Enum as _Enum
from typing import Any


def is_available() -> bool:
    """Return True, as torch's builds do: programs then call `is_initialized`."""
    return True


is_gloo_available = is_available


def is_initialized() -> bool:
    """Return False."""
    return False


def is_nccl_available() -> bool:
    """Return False."""
    return False


is_mpi_available = is_ucc_available = is_torchelastic_launched = is_nccl_available


def _raise_no_group(*args, **options):
    """Raise ValueError, as torch does before a process group is initialized."""
    raise ValueError(
        "Default process group has not been initialized, please make sure to call "
        "init_process_group.")


get_rank = get_world_size = get_backend = barrier = all_reduce = all_gather = reduce = (
    _raise_no_group
)
broadcast = scatter = gather = reduce_scatter = send = recv = all_gather_object = _raise_no_group
broadcast_object_list = new_group = all_to_all = _raise_no_group


class ReduceOp:
    """The reductions over processes, for use in annotations."""

    RedOpType = _Enum("RedOpType", "SUM AVG PRODUCT MIN MAX BAND BOR BXOR", start=0)


for _each in ReduceOp.RedOpType:
    setattr(ReduceOp, _each.name, _each)


class Backend(str):
    """The lower-case name of a communication backend."""

    UNDEFINED, GLOO, NCCL, XCCL = "undefined", "gloo", "nccl", "xccl"
    UCC, MPI, FAKE = "ucc", "mpi", "fake"

    def __new__(cls, name):
        if not isinstance(name, str):
            raise ValueError("Backend constructor parameter must be string-ish")
        return name.lower()


class ProcessGroup:
    """A group of processes, for use in annotations."""


class GroupMember:
    """The default group, which is None."""

    WORLD = NON_GROUP_MEMBER = None


class group(GroupMember):
    """The default group, which is None."""


def init_process_group(*args: Any, **options: Any) -> None:
    """Raise RuntimeError: there are no other processes."""
    raise RuntimeError(
        "torch.distributed.init_process_group is not here in Tapescope: there is one process. Run "
        "the part that every process would run, once.")


def destroy_process_group(group: dict[str, float | list[Any]] | None = None) -> None:
    """Raise torch's error: there is no group."""
    raise AssertionError("Process group cannot be None")
