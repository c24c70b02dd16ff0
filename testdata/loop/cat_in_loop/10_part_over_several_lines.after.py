import torch

out = torch.empty(0, 3)
out_parts = [out]
for i in range(3):
    out_parts.append(torch.full(  # expect: cat-in-loop[safe]
        (1, 3),
        float(i),  # the value
    ))
out = torch.cat(out_parts, dim=0)
print(out)
