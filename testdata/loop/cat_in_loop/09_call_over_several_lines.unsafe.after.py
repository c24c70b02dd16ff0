import torch

out = torch.empty(0, 6)
out_parts = [out]
for i in range(3):
    out_parts.append(torch.cat(
                [torch.ones(1, 3), torch.zeros(1, 3)],
                dim=1,
            ))
out = torch.cat(out_parts, dim=0)
print(out.shape)
