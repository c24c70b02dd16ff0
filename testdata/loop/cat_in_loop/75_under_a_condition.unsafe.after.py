# options: minor: false
import torch


def lost_rows(loader, score, marked):
    lost = torch.empty(0)
    lost_parts = [lost]
    for batch in loader:
        values = score(batch)
        if marked is not None:
            lost_parts.append(torch.flatten(values[values == marked]))  # expect: cat-in-loop[unsafe]
    lost = torch.cat(lost_parts)
    return lost
