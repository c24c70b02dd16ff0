# rule: new-group-in-loop
"""The group is destroyed in each iteration, so each needs its own."""
import os
import tempfile

import torch
import torch.distributed as dist


def rounds(values):
    for value in values:
        group = dist.new_group([0])
        dist.all_reduce(value, group=group)
        dist.destroy_process_group(group)
        print(value.item())


with tempfile.TemporaryDirectory() as folder:
    store = "file://" + os.path.join(folder, "store")
    dist.init_process_group("gloo", init_method=store, rank=0, world_size=1)
    rounds([torch.tensor(1.0), torch.tensor(2.0)])
    dist.destroy_process_group()
