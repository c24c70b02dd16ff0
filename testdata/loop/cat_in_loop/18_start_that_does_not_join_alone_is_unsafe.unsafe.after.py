import torch


def collect(values):
    total = torch.tensor(0.0)
    columns = torch.ones(3)
    columns_parts = [columns]
    total_parts = [total]
    for v in values:
        total_parts.append(torch.ones(1) * v)  # expect: cat-in-loop[unsafe]
        columns_parts.append(torch.ones(3) * v)  # expect: cat-in-loop[unsafe]
    total = torch.cat(total_parts)
    columns = torch.cat(columns_parts, dim=1)
    return total, columns


print(collect([]))
