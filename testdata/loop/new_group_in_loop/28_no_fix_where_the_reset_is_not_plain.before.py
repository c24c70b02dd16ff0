# Nothing shows that each group is reset in its iteration.
import torch.distributed as dist

_SOMETIMES = _TWICE = _ELSEWHERE = _REPLACED = _AGAIN = None


def initialize(ranks):
    global _SOMETIMES, _TWICE, _ELSEWHERE, _REPLACED, _AGAIN
    _SOMETIMES = dist.new_group(ranks)  # expect: new-group-in-loop[report]
    _TWICE = dist.new_group(ranks)  # expect: new-group-in-loop[report]
    _ELSEWHERE = dist.new_group(ranks)  # expect: new-group-in-loop[report]
    _REPLACED = dist.new_group(ranks)  # expect: new-group-in-loop[report]
    _AGAIN = dist.new_group(ranks)  # expect: new-group-in-loop[report]
    local = dist.new_group(ranks)  # expect: new-group-in-loop[report]
    local = None


def reset(hard):
    global _SOMETIMES, _TWICE, _REPLACED
    if hard:
        _SOMETIMES = None
    _TWICE = None
    _REPLACED = dist.group.WORLD


def forget():
    global _TWICE, _ELSEWHERE, _AGAIN
    _TWICE = None
    _ELSEWHERE = None
    _AGAIN = None


def main(done):
    for cycle in range(7):
        initialize([0, 1])
        dist.barrier()
        reset(False)
        if done:
            forget()
    forget()
