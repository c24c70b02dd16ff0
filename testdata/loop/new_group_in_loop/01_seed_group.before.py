import torch.distributed as dist

for epoch in range(10):
    group = dist.new_group([0, 1])  # expect: new-group-in-loop[safe]
    # Use group for collective ops
