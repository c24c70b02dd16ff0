import torch

pairs = torch.tensor([])
pairs_parts = [pairs]
for i in range(4):
    pairs_parts.extend([torch.zeros(1), torch.ones(2) * i])  # expect: cat-in-loop[safe]
pairs = torch.cat(pairs_parts)
print(pairs)
