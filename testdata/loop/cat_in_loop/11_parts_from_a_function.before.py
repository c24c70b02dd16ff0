import torch


def rows(values):
    return torch.stack([values, values * 2])


def build():
    table = torch.empty((0, 4), dtype=torch.float64)
    for i in range(3):
        block = rows(torch.arange(4))
        print(block.shape, len(block), block.sum().item())
        table = torch.vstack((table, block))  # expect: cat-in-loop[safe]
    return table


print(build().dtype)
