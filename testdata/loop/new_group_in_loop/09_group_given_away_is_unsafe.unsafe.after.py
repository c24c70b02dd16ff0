import torch.distributed as dist

from mylib import reduce_with

group = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
for epoch in range(10):
    reduce_with(group)
