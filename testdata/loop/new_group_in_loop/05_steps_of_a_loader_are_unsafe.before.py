import torch.distributed as dist


def train(model, loader, steps):
    for batch in loader:
        group = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
        dist.all_reduce(model(batch), group=group)


def repeat(steps):
    for _ in range(steps):
        dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
