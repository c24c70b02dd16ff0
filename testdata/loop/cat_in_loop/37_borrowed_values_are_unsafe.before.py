import functools

import torch


@functools.lru_cache(maxsize=None)
def positions(n):
    return torch.arange(n)


class Source:
    def row(self):
        return torch.zeros(1, 3)

    def collect(self):
        rows = torch.empty(0, 3)
        for _ in range(3):
            rows = torch.cat((rows, self.row()))  # expect: cat-in-loop[unsafe]
        return rows


def embed(n):
    out = torch.empty(0, dtype=torch.long)
    for _ in range(n):
        out = torch.cat((out, positions(4)))  # expect: cat-in-loop[unsafe]
    return out


def grow(n, start, buffer):
    leaf = torch.zeros(0, 3, requires_grad=True)
    same = start
    shown = torch.empty(0, 3)
    kept = torch.empty(0, 3)
    rows = []
    tracked = torch.empty(0, 3)
    for _ in range(n):
        probe = torch.ones(1, 3)
        tracked = torch.cat((tracked, probe))
        probe.requires_grad_()
        leaf = torch.cat((leaf, torch.ones(1, 3)))  # expect: cat-in-loop[unsafe]
        same = torch.cat((same, torch.ones(1, 3)))  # expect: cat-in-loop[unsafe]
        shown = torch.cat((shown, buffer.cpu()))  # expect: cat-in-loop[unsafe]
        row = torch.ones(1, 3)
        rows.append(row)
        kept = torch.cat((kept, row))  # expect: cat-in-loop[unsafe]
        rows[0].mul_(2)
    return leaf, same, shown, kept, tracked
