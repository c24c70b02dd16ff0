import torch.distributed as dist


def train(model, loader, steps):
    group = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
    for batch in loader:
        dist.all_reduce(model(batch), group=group)


def repeat(steps):
    dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
    for _ in range(steps):
        pass
