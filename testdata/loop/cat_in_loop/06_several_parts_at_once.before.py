import torch

pairs = torch.tensor([])
for i in range(4):
    pairs = torch.cat((pairs, torch.zeros(1), torch.ones(2) * i))  # expect: cat-in-loop[safe]
print(pairs)
