import torch

weight = torch.ones(3, requires_grad=True)
total = torch.empty(0, 3)
for i in range(4):
    row = (weight * i).unsqueeze(0)
    total = torch.cat((total, row))  # expect: cat-in-loop[safe]
total.sum().backward()
print(weight.grad)
