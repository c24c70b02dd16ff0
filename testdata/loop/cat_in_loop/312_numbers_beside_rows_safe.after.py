# The same where both are safe, in whatever order they stand.
import torch


def collect(loader):
    sizes = torch.empty(0)
    rows = torch.empty(0, 10)
    rows_parts = [rows]
    sizes_parts = [sizes]
    for x in loader:
        sizes_parts.append(torch.tensor([len(x) * 0.5]))
        rows_parts.append(torch.relu(x))  # expect: cat-in-loop[safe]
    rows = torch.cat(rows_parts)
    sizes = torch.cat(sizes_parts)
    return rows, sizes
