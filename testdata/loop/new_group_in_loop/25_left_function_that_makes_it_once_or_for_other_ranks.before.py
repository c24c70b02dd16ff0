import torch.distributed as dist

_GROUP = None


def set_up_once(ranks):
    global _GROUP
    if _GROUP is None:
        _GROUP = dist.new_group(ranks)


def set_up_node(ranks):
    group = dist.new_group(ranks)
    dist.barrier(group=group)


def main(nodes):
    dist.init_process_group("gloo")
    for ranks in nodes:
        set_up_once([0, 1])
        set_up_node(ranks)
