# Not as many rows as the loop counts, rows of another shape, a count that changes, a graph, a
# start at random.
import torch

from layers import permutation


def ends_early(count, size):
    out = torch.empty((0, size))
    for i in range(count):
        row = permutation(i, size)
        if row is None:
            break
        out = torch.cat((out, row.unsqueeze(0)), dim=0)  # expect: cat-in-loop[unsafe]
    return out


def several_rows(count, size):
    out = torch.empty((0, size))
    for i in range(count):
        out = torch.cat((out, permutation(i, size)), dim=0)  # expect: cat-in-loop[unsafe]
    return out


def columns(count, size):
    out = torch.empty((size, 0))
    for i in range(count):
        out = torch.cat((out, permutation(i, size).unsqueeze(1)), dim=1)  # expect: cat-in-loop[unsafe]
    return out


def count_of_later(size):
    out = torch.empty((0, size))
    count = size * size
    for i in range(count):
        out = torch.cat((out, permutation(i, size).unsqueeze(0)), dim=0)  # expect: cat-in-loop[unsafe]
    return out


def counter_bound_again(count, size):
    out = torch.empty((0, size))
    for i in range(count):
        i = i + 1
        out = torch.cat((out, permutation(i, size).unsqueeze(0)), dim=0)  # expect: cat-in-loop[unsafe]
    return out


def loop_of_a_branch(count, size):
    out = torch.empty((0, size))
    if size > 1:
        for i in range(count):
            out = torch.cat((out, permutation(i, size).unsqueeze(0)), dim=0)  # expect: cat-in-loop[unsafe]
    return out


def with_a_graph(count, weight):
    out = torch.empty((0, 8))
    weight.requires_grad_()
    for i in range(count):
        row = (weight * i).tanh()
        out = torch.cat((out, row.unsqueeze(0)), dim=0)  # expect: cat-in-loop[unsafe]
    out.sum().backward()


def random_start(count, size):
    out = torch.rand(0, size)
    for i in range(count):
        out = torch.cat((out, permutation(i, size).unsqueeze(0)), dim=0)  # expect: cat-in-loop[unsafe]
    return out
