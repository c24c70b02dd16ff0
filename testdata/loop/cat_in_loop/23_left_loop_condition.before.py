import torch

pool = torch.empty(0, 4)
while pool.shape[0] < 100:
    pool = torch.cat((pool, torch.randn(8, 4)))
