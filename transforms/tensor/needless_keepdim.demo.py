# rule: needless-keepdim
# level: safe
# measure: calls:squeeze
# leak: total
# output: same
"""Dimensions that are kept and squeezed away at once."""
import torch


def describe(x):
    mean = x.mean(1, keepdim=True).squeeze(1)
    largest = torch.max(x, dim=-1, keepdim=True)[0].squeeze(-1)
    total = x.sum(1, keepdim=True).squeeze()
    return mean, largest, total


torch.manual_seed(0)
for shape in [(3, 3), (4, 5, 6), (2, 1), (1, 1, 1), (1, 4)]:
    for result in describe(torch.randn(shape)):
        print(shape, tuple(result.shape), result.flatten().tolist())
