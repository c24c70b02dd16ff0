# Only one of both is safe, or the numbers are collected in other loops: two findings.
import torch


def collect(loader, encode):
    sizes = torch.empty(0)
    rows = torch.empty(0, 10)
    sizes_parts = [sizes]
    for x in loader:
        sizes_parts.append(torch.tensor([len(x) * 0.5]))  # expect: cat-in-loop[safe]
        rows = torch.cat((rows, encode.pad(x)))  # expect: cat-in-loop[unsafe]
    sizes = torch.cat(sizes_parts)
    return rows, sizes


def collect_each(loaders):
    sizes = torch.empty(0)
    sizes_parts = [sizes]
    for loader in loaders:
        rows = torch.empty(0, 10)
        rows_parts = [rows]
        for x in loader:
            sizes_parts.append(torch.tensor([len(x) * 0.5]))  # expect: cat-in-loop[safe]
            rows_parts.append(torch.relu(x))  # expect: cat-in-loop[safe]
        rows = torch.cat(rows_parts)
        torch.save(rows, f"{len(rows)}.pt")
    sizes = torch.cat(sizes_parts)
    return sizes


def collect_two(loader):
    names = torch.empty(0, 10)
    rows = torch.empty(0, 10)
    names_parts = [names]
    rows_parts = [rows]
    for x, y in loader:
        names_parts.append(torch.relu(y))  # expect: cat-in-loop[safe]
        rows_parts.append(torch.relu(x))  # expect: cat-in-loop[safe]
    rows = torch.cat(rows_parts)
    names = torch.cat(names_parts)
    return rows, names
