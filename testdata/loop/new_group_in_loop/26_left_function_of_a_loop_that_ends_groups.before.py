import torch.distributed as dist

_GROUP = None


def set_up(ranks):
    global _GROUP
    _GROUP = dist.new_group(ranks)


def tear_down():
    dist.destroy_process_group(_GROUP)


def main():
    dist.init_process_group("gloo")
    for cycle in range(10):
        set_up([0, 1])
        dist.barrier(group=_GROUP)
        tear_down()
