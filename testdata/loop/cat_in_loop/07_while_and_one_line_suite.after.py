import torch

n = 0
out = torch.zeros(0, 3)
out_parts = [out]
while n < 5:
    n += 1
    if n % 2: out_parts.append(torch.randn(1, 3))  # expect: cat-in-loop[safe]
out = torch.cat(out_parts, axis=0)
last = torch.empty(0)
last_parts = [last]
for _ in range(3): last_parts.append(torch.arange(2) + n)  # expect: cat-in-loop[safe]
last = torch.cat(last_parts)
print(out.shape, last)
