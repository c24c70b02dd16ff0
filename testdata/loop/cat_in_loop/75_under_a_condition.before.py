# options: minor: false
import torch


def lost_rows(loader, score, marked):
    lost = torch.empty(0)
    for batch in loader:
        values = score(batch)
        if marked is not None:
            lost = torch.cat((lost, torch.flatten(values[values == marked])))  # expect: cat-in-loop[unsafe]
    return lost
