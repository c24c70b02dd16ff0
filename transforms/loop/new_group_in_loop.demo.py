# rule: new-group-in-loop
# level: safe
# measure: threads
# leak: growth
# output: same
"""A process group for the same ranks in every epoch."""
import os
import tempfile

import torch
import torch.distributed as dist

rendezvous = os.path.join(tempfile.mkdtemp(), "rendezvous")
dist.init_process_group("gloo", init_method=f"file://{rendezvous}", rank=0, world_size=1)
for epoch in range(8):
    group = dist.new_group([0])
    value = torch.ones(3) * epoch
    dist.all_reduce(value, group=group)
    print(epoch, value.sum().item())
    # sample
dist.destroy_process_group()
