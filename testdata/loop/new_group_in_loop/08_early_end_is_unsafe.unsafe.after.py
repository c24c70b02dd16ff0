import torch.distributed as dist


def run(rank, done):
    group = dist.new_group([0, 1])  # expect: new-group-in-loop[unsafe]
    for i in range(10):
        if done(rank, i):
            break
        dist.barrier(group=group)
