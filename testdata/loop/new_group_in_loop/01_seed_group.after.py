import torch.distributed as dist

group = dist.new_group([0, 1])  # expect: new-group-in-loop[safe]
for epoch in range(10):
    pass
    # Use group for collective ops
