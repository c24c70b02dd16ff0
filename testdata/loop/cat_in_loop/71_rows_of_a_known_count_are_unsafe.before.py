# The program says how many rows come, of which shape: each is written to its place.
import torch

from layers import permutation


def butterfly(factor, size):
    P = torch.empty((0, size, size))
    for i in range(factor + 1):
        matrix = permutation(i, size)
        P = torch.cat((P, matrix.unsqueeze(0)), dim=0)  # expect: cat-in-loop[unsafe]
    return P


def probabilities(steps, rate):
    p = torch.zeros(0, dtype=torch.float64)
    rest = torch.ones((), dtype=torch.float64)
    for k in range(steps):
        p = torch.cat((p, (rest * rate(k)).view(1)))  # expect: cat-in-loop[unsafe]
        rest = rest * (1 - rate(k))
    return p


def masks(count, size):
    out = torch.zeros(0, size, device="cpu")
    for i in range(count):
        out = torch.cat([out, permutation(i, size)[None]], 0)  # expect: cat-in-loop[unsafe]
    return out
