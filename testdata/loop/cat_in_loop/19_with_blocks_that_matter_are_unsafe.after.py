import torch

stream = torch.cuda.Stream()
w = torch.ones(1, 2, requires_grad=True)
a = torch.empty(0, 2)
b = torch.empty(0, 2)
b_parts = [b]
for i in range(3):
    with torch.cuda.stream(stream):
        a = torch.cat((a, torch.ones(1, 2)))  # expect: cat-in-loop[unsafe]
    with torch.no_grad():
        b_parts.append(w * i)  # expect: cat-in-loop[safe]
b = torch.cat(b_parts)
