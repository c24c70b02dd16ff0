import torch


def nearest(queries, loader, score, marked):
    best = torch.empty(0)
    lost = torch.empty(0)
    for batch in loader:
        values = score(queries, batch)
        if marked is not None:
            lost = torch.cat((lost, torch.flatten(values[values == marked])))
        best = torch.cat((best, values), dim=1)
        best = best.topk(8, dim=1).values
    return best, lost
