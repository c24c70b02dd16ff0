# level: safe
# rule: cat-in-loop
import torch

torch.manual_seed(0)
path = torch.empty(0, 3)
for i in range(4):
    row = torch.randn(1, 3)
    path = torch.cat((path, row))
    moved = +row
    moved += 10 * i
    print(moved.sum().item())
print(path.sum(1).tolist())
