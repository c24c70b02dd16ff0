import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
encode = nn.Linear(3, 2)
found = torch.tensor([])
codes = torch.empty((0, 2)).double()
codes_parts = [codes]
found_parts = [found]
for i in range(4):
    x = torch.randn(5, 3)
    hidden = encode(x)
    norm = F.normalize(hidden, dim=1)
    print(hidden.shape, norm.mean().item(), f"{hidden.sum()}")
    keep = norm[:, 0] > 0
    found_parts.append(norm[keep].flatten())  # expect: cat-in-loop[safe]
    codes_parts.append(hidden)  # expect: cat-in-loop[safe]
found = torch.cat(found_parts)
codes = torch.cat(codes_parts, dim=0)
print(found.sum().item(), codes.dtype, codes.grad_fn is not None)
