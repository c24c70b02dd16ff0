# The same where both are safe, in whatever order they stand.
import torch


def collect(loader):
    sizes = torch.empty(0)
    rows = torch.empty(0, 10)
    for x in loader:
        sizes = torch.cat((sizes, torch.tensor([len(x) * 0.5])))
        rows = torch.cat((rows, torch.relu(x)))  # expect: cat-in-loop[safe]
    return rows, sizes
