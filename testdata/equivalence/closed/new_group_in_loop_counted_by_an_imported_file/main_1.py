import torch
import torch.distributed as dist
from parts_1 import count
if not dist.is_initialized():
    dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)
for i in range(3):
    group = dist.new_group([0])
    dist.all_reduce(torch.ones(1), group=group)
    print(count())
