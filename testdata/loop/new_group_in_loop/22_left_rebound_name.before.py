import torch.distributed as dist

group = dist.group.WORLD
for epoch in range(10):
    dist.barrier(group=group)
    group = dist.new_group([0, 1])
