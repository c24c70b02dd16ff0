import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
encode = nn.Linear(3, 2)
found = torch.tensor([])
codes = torch.empty((0, 2)).double()
for i in range(4):
    x = torch.randn(5, 3)
    hidden = encode(x)
    norm = F.normalize(hidden, dim=1)
    print(hidden.shape, norm.mean().item(), f"{hidden.sum()}")
    keep = norm[:, 0] > 0
    found = torch.cat((found, norm[keep].flatten()))  # expect: cat-in-loop[safe]
    codes = torch.cat((codes, hidden), dim=0)  # expect: cat-in-loop[safe]
print(found.sum().item(), codes.dtype, codes.grad_fn is not None)
