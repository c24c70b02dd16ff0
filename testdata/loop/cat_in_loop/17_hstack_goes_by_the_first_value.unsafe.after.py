import torch


def widen(rows):
    rows_parts = [rows]
    for _ in range(3):
        rows_parts.append(torch.ones(2, 3))  # expect: cat-in-loop[unsafe]
    rows = torch.hstack(rows_parts)
    return rows


wide = torch.empty(2, 0)
wide_parts = [wide]
for _ in range(3):
    wide_parts.append(torch.ones(2, 3))  # expect: cat-in-loop[safe]
wide = torch.hstack(wide_parts)
print(wide.shape, widen(wide).shape)
