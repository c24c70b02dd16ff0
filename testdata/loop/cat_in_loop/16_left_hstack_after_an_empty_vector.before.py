import torch

wide = torch.empty(0)
for _ in range(3):
    wide = torch.hstack((wide, torch.ones(2, 3)))
print(wide.shape)
