import torch


def collect(values):
    total = torch.tensor(0.0)
    columns = torch.ones(3)
    for v in values:
        total = torch.cat((total, torch.ones(1) * v))  # expect: cat-in-loop[unsafe]
        columns = torch.cat((columns, torch.ones(3) * v), dim=1)  # expect: cat-in-loop[unsafe]
    return total, columns


print(collect([]))
