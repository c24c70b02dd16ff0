import torch


def grid(n, m):
    boxes = torch.zeros((0, 2))
    boxes_parts = [boxes]
    for i in range(n):
        for j in range(m):
            corner = torch.as_tensor([i, j])[None, :]
            # one row for each cell
            boxes_parts.append(corner)  # expect: cat-in-loop[safe]
    boxes = torch.cat(boxes_parts, dim=0)
    return boxes


print(grid(2, 3), grid(0, 3))
