import torch

n = 0
out = torch.zeros(0, 3)
while n < 5:
    n += 1
    if n % 2: out = torch.cat((out, torch.randn(1, 3)), axis=0)  # expect: cat-in-loop[safe]
last = torch.empty(0)
for _ in range(3): last = torch.cat((last, torch.arange(2) + n))  # expect: cat-in-loop[safe]
print(out.shape, last)
