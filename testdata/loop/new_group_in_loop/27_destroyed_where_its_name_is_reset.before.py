# Setting up and tearing down: the name is reset, which ends no group.
import torch.distributed as dist
from torch.distributed import new_group

_DATA = None
_MODEL = None


def initialize(ranks):
    global _DATA, _MODEL
    _DATA = dist.new_group(ranks)  # expect: new-group-in-loop[unsafe]
    _MODEL = new_group(ranks, backend="gloo")  # expect: new-group-in-loop[unsafe]


def destroy():
    """Forgets the groups."""
    global _DATA, _MODEL
    _DATA = None
    _MODEL = None  # both


def main():
    for cycle in range(7):
        initialize([0, 1])
        dist.barrier(group=_DATA)
        destroy()
