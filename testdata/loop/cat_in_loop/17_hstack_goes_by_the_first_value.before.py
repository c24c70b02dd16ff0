import torch


def widen(rows):
    for _ in range(3):
        rows = torch.hstack((rows, torch.ones(2, 3)))  # expect: cat-in-loop[unsafe]
    return rows


wide = torch.empty(2, 0)
for _ in range(3):
    wide = torch.hstack((wide, torch.ones(2, 3)))  # expect: cat-in-loop[safe]
print(wide.shape, widen(wide).shape)
