# The program says how many rows come, of which shape: each is written to its place.
import torch

from layers import permutation


def butterfly(factor, size):
    P = torch.empty((factor + 1, size, size))
    for i in range(factor + 1):
        matrix = permutation(i, size)
        P[i] = matrix  # expect: cat-in-loop[unsafe]
    return P


def probabilities(steps, rate):
    p = torch.zeros(0, dtype=torch.float64)
    rest = torch.ones((), dtype=torch.float64)
    p_parts = [p]
    for k in range(steps):
        p_parts.append((rest * rate(k)).view(1))  # expect: cat-in-loop[unsafe]
        rest = rest * (1 - rate(k))
    p = torch.cat(p_parts)
    return p


def masks(count, size):
    out = torch.zeros(count, size, device="cpu")
    for i in range(count):
        out[i] = permutation(i, size)  # expect: cat-in-loop[unsafe]
    return out
