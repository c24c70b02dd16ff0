import torch

cube = torch.ones(1, 1, 1)
for d in range(3):
    cube = torch.cat((cube, torch.ones(1, 1, 1)), dim=d)
buffer = torch.empty(0)
out = torch.empty(0)
for _ in range(3):
    out = torch.cat((out, torch.ones(1)), out=buffer)
