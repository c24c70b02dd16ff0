# Reported at https://github.com/NVIDIA/Megatron-LM/issues/6897
# Every cycle of setting up and tearing down makes the groups anew; setting the name to
# None does not destroy them.
import torch.distributed as dist

_DATA_GROUP = None


def initialize(ranks):
    global _DATA_GROUP
    _DATA_GROUP = dist.new_group(ranks)  # expect: new-group-in-loop[unsafe]


def destroy():
    global _DATA_GROUP
    if _DATA_GROUP is not None:
        dist.destroy_process_group(_DATA_GROUP)
    _DATA_GROUP = None


def main():
    dist.init_process_group("gloo")
    for cycle in range(7):
        initialize([0, 1])
        dist.barrier(group=_DATA_GROUP)
        destroy()
