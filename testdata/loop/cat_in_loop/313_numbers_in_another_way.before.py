# Only one of both is safe, or the numbers are collected in other loops: two findings.
import torch


def collect(loader, encode):
    sizes = torch.empty(0)
    rows = torch.empty(0, 10)
    for x in loader:
        sizes = torch.cat((sizes, torch.tensor([len(x) * 0.5])))  # expect: cat-in-loop[safe]
        rows = torch.cat((rows, encode.pad(x)))  # expect: cat-in-loop[unsafe]
    return rows, sizes


def collect_each(loaders):
    sizes = torch.empty(0)
    for loader in loaders:
        rows = torch.empty(0, 10)
        for x in loader:
            sizes = torch.cat((sizes, torch.tensor([len(x) * 0.5])))  # expect: cat-in-loop[safe]
            rows = torch.cat((rows, torch.relu(x)))  # expect: cat-in-loop[safe]
        torch.save(rows, f"{len(rows)}.pt")
    return sizes


def collect_two(loader):
    names = torch.empty(0, 10)
    rows = torch.empty(0, 10)
    for x, y in loader:
        names = torch.cat((names, torch.relu(y)))  # expect: cat-in-loop[safe]
        rows = torch.cat((rows, torch.relu(x)))  # expect: cat-in-loop[safe]
    return rows, names
