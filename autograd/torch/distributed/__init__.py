"""`torch.distributed`: there is one process here, and no group of them is ever begun.

What programs ask before they begin one, or where they run alone, is answered as torch answers it.
"""

from __future__ import annotations

from enum import Enum as _Enum
from typing import Any


def is_available() -> bool:
    """True, as in torch's own builds: programs go on to ask `is_initialized`."""
    return True


is_gloo_available = is_available


def is_initialized() -> bool:
    """False: no group of processes has begun."""
    return False


def is_nccl_available() -> bool:
    """False."""
    return False


is_mpi_available = is_ucc_available = is_torchelastic_launched = is_nccl_available


def _refuse(*args, **options):
    raise ValueError(
        "Default process group has not been initialized, please make sure to call "
        "init_process_group.")


get_rank = get_world_size = get_backend = barrier = all_reduce = all_gather = reduce = _refuse
broadcast = scatter = gather = reduce_scatter = send = recv = all_gather_object = _refuse
broadcast_object_list = new_group = all_to_all = _refuse


class ReduceOp:
    """How numbers of several processes become one: names that signatures mention."""

    RedOpType = _Enum("RedOpType", "SUM AVG PRODUCT MIN MAX BAND BOR BXOR", start=0)


for _each in ReduceOp.RedOpType:
    setattr(ReduceOp, _each.name, _each)


class Backend(str):
    """The name of what carries messages between processes, in small letters."""

    UNDEFINED, GLOO, NCCL, XCCL = "undefined", "gloo", "nccl", "xccl"
    UCC, MPI, FAKE = "ucc", "mpi", "fake"

    def __new__(cls, name):
        if not isinstance(name, str):
            raise ValueError("Backend constructor parameter must be string-ish")
        return name.lower()


class ProcessGroup:
    """Some of the processes: a name that signatures mention."""


class GroupMember:
    """The groups that a process may be a member of; none has begun."""

    WORLD = NON_GROUP_MEMBER = None


class group(GroupMember):
    """The name of `GroupMember` in signatures."""


def init_process_group(*args: Any, **options: Any) -> None:
    """RuntimeError: there are no other processes to meet."""
    raise RuntimeError(
        "torch.distributed.init_process_group is not here in Tapescope: there is one process. Run "
        "the part that every process would run, once.")


def destroy_process_group(group: dict[str, float | list[Any]] | None = None) -> None:
    """torch's error, since there is no group."""
    raise AssertionError("Process group cannot be None")
