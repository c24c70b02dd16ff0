import torch
import torch.distributed as dist


def first():
    for i in range(10):
        group = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
        dist.barrier(group=group)


def second():
    return dist.new_group([2, 3])
