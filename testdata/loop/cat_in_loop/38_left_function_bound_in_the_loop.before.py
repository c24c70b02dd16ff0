def collect(batches):
    import torch

    out = torch.empty(0, 3)
    for x in batches:
        from torch import cat

        out = cat((out, x))
    return out


class Table:
    import torch

    rows = torch.empty(0, 3)
    for i in range(3):
        rows = torch.cat((rows, torch.ones(1, 3) * i))
