import torch

first = torch.empty(0, 8)
first_parts = [first]
for _ in range(10):
    hidden = torch.randn(4, 512, 8)
    first_parts.append(hidden[:, 0])  # expect: cat-in-loop[unsafe]
first = torch.cat(first_parts)
print(first.shape)
