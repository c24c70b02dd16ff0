import torch

first = torch.empty(0, 8)
for _ in range(10):
    hidden = torch.randn(4, 512, 8)
    first = torch.cat((first, hidden[:, 0]))  # expect: cat-in-loop[unsafe]
print(first.shape)
