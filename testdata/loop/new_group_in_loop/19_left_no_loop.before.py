import torch.distributed as dist

group = dist.new_group([0, 1])
for epoch in range(10):
    dist.barrier(group=group)


def make():
    return dist.new_group([0, 1])
