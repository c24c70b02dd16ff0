import torch

weight = torch.ones(3, requires_grad=True)
total = torch.empty(0, 3)
total_parts = [total]
for i in range(4):
    row = (weight * i).unsqueeze(0)
    total_parts.append(row)  # expect: cat-in-loop[safe]
total = torch.cat(total_parts)
total.sum().backward()
print(weight.grad)
