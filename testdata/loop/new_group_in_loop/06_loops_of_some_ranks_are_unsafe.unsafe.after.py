import torch
import torch.distributed as dist


def run(rank):
    if rank == 0:
        group = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
        for i in range(10):
            dist.broadcast(torch.ones(1), src=0, group=group)
