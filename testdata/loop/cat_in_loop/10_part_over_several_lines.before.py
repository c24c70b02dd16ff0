import torch

out = torch.empty(0, 3)
for i in range(3):
    out = torch.cat((out, torch.full(  # expect: cat-in-loop[safe]
        (1, 3),
        float(i),  # the value
    )), dim=0)
print(out)
