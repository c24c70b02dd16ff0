# rule: new-group-in-loop
# level: unsafe
# measure: threads
# leak: growth
# output: same
"""Groups that each cycle sets up, and whose names it resets, which ends none of them."""
import os
import tempfile

import torch
import torch.distributed as dist

_DATA = None
_MODEL = None


def set_up(ranks):
    global _DATA, _MODEL
    _DATA = dist.new_group(ranks)
    _MODEL = dist.new_group(ranks)


def tear_down():
    global _DATA, _MODEL
    _DATA = None
    _MODEL = None


def main():
    rendezvous = os.path.join(tempfile.mkdtemp(), "rendezvous")
    dist.init_process_group("gloo", init_method=f"file://{rendezvous}", rank=0, world_size=1)
    for cycle in range(8):
        set_up([0])
        value = torch.ones(3) * cycle
        dist.all_reduce(value, group=_DATA)
        dist.all_reduce(value, group=_MODEL)
        tear_down()
        print(cycle, value.sum().item())
        # sample
    dist.destroy_process_group()


main()
