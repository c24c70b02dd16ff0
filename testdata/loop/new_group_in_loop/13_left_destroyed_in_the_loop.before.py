import torch.distributed as dist

for epoch in range(10):
    group = dist.new_group([0, 1])
    dist.barrier(group=group)
    dist.destroy_process_group(group)
