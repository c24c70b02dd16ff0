import torch.distributed as dist


def finish(group):
    dist.barrier(group=group)
    dist.destroy_process_group(group)


for epoch in range(10):
    group = dist.new_group([0, 1])
    finish(group)
