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
        rows_parts = [rows]
        for _ in range(3):
            rows_parts.append(self.row())  # expect: cat-in-loop[unsafe]
        rows = torch.cat(rows_parts)
        return rows


def embed(n):
    out = torch.empty(0, dtype=torch.long)
    out_parts = [out]
    for _ in range(n):
        out_parts.append(positions(4))  # expect: cat-in-loop[unsafe]
    out = torch.cat(out_parts)
    return out


def grow(n, start, buffer):
    leaf = torch.zeros(0, 3, requires_grad=True)
    same = start
    shown = torch.empty(0, 3)
    kept = torch.empty(0, 3)
    rows = []
    tracked = torch.empty(0, 3)
    kept_parts = [kept]
    leaf_parts = [leaf]
    same_parts = [same]
    shown_parts = [shown]
    for _ in range(n):
        probe = torch.ones(1, 3)
        tracked = torch.cat((tracked, probe))
        probe.requires_grad_()
        leaf_parts.append(torch.ones(1, 3))  # expect: cat-in-loop[unsafe]
        same_parts.append(torch.ones(1, 3))  # expect: cat-in-loop[unsafe]
        shown_parts.append(buffer.cpu())  # expect: cat-in-loop[unsafe]
        row = torch.ones(1, 3)
        rows.append(row)
        kept_parts.append(row)  # expect: cat-in-loop[unsafe]
        rows[0].mul_(2)
    shown = torch.cat(shown_parts)
    same = torch.cat(same_parts)
    leaf = torch.cat(leaf_parts)
    kept = torch.cat(kept_parts)
    return leaf, same, shown, kept, tracked
