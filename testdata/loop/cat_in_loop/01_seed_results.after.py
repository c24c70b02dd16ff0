import torch

results = torch.empty(0, 10)
results_parts = [results]
for _ in range(100):
    new_tensor = torch.rand(1, 10)
    results_parts.append(new_tensor)  # expect: cat-in-loop[safe]
results = torch.cat(results_parts, dim=0)
print(results.shape)
