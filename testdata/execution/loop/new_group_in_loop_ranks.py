# rule: new-group-in-loop
"""One group for each rank, each with its own members."""
import os
import tempfile

import torch
import torch.distributed as dist

rendezvous = os.path.join(tempfile.mkdtemp(), "rendezvous")
dist.init_process_group("gloo", init_method=f"file://{rendezvous}", rank=0, world_size=1)
groups = []
for rank in range(dist.get_world_size()):
    group = dist.new_group(ranks=[rank])
    groups.append(group)
for group in groups:
    value = torch.ones(2)
    dist.all_reduce(value, group=group)
    print(value.tolist())
dist.destroy_process_group()
