"""Averaging a number over the processes of a job."""

import torch
import torch.distributed as dist


def average(values):
    """Mean of each of three values over rank 0's group."""
    means = []
    for i in range(3):
        group = dist.new_group([0])
        value = torch.tensor(values[i])
        dist.all_reduce(value, group=group)
        means.append(value.item() / dist.get_world_size(group))
    return means


def one_group_per_rank():
    """Every rank makes all the groups; each is in one of them."""
    groups = []
    for rank in range(dist.get_world_size()):
        groups.append(dist.new_group([rank]))
    return groups[dist.get_rank()]
