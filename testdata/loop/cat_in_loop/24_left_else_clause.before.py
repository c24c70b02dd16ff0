import torch

out = torch.empty(0, 4)
for i in range(10):
    out = torch.cat((out, torch.randn(1, 4)))
else:
    print(out.mean())
