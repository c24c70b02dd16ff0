import torch.distributed as dist

ranks = [0]
for i in range(1, 4):
    ranks.append(i)
    group = dist.new_group(ranks)
    dist.barrier(group=group)
