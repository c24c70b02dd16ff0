import torch.distributed as dist

from mylib import reduce_with

for epoch in range(10):
    group = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
    reduce_with(group)
