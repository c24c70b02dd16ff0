import torch.distributed as dist


def run(loader, rank):
    group = None
    for step, batch in enumerate(loader):
        if group is None:
            group = dist.new_group([0, 1])
        dist.barrier(group=group)
    for epoch in range(10):
        if epoch == 0:
            pair = dist.new_group([0, 1])
        dist.barrier(group=pair)
    for epoch in range(10):
        if rank > 1:
            continue
        other = dist.new_group([0, 1])
        dist.barrier(group=other)
