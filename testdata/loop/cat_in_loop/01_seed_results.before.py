import torch

results = torch.empty(0, 10)
for _ in range(100):
    new_tensor = torch.rand(1, 10)
    results = torch.cat((results, new_tensor), dim=0)  # expect: cat-in-loop[safe]
print(results.shape)
