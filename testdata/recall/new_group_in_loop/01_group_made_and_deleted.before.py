# Reported at https://github.com/pytorch/pytorch/issues/40400
# A group of all ranks is made in every round and deleted; memory and descriptors grow.
import gc

import torch
import torch.distributed as dist


def test_mem(rank):
    dist.init_process_group("gloo", rank=rank, world_size=2)
    total = torch.zeros(1)
    for i in range(500000):
        group = dist.new_group()  # expect: new-group-in-loop[unsafe]
        dist.all_reduce(total, group=group)
        del group
        gc.collect()
