import torch

stream = torch.cuda.Stream()
w = torch.ones(1, 2, requires_grad=True)
a = torch.empty(0, 2)
b = torch.empty(0, 2)
b_parts = [b]
a_parts = [a]
for i in range(3):
    with torch.cuda.stream(stream):
        a_parts.append(torch.ones(1, 2))  # expect: cat-in-loop[unsafe]
    with torch.no_grad():
        b_parts.append(w * i)  # expect: cat-in-loop[safe]
a = torch.cat(a_parts)
b = torch.cat(b_parts)
