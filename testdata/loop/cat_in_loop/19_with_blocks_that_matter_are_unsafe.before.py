import torch

stream = torch.cuda.Stream()
w = torch.ones(1, 2, requires_grad=True)
a = torch.empty(0, 2)
b = torch.empty(0, 2)
for i in range(3):
    with torch.cuda.stream(stream):
        a = torch.cat((a, torch.ones(1, 2)))  # expect: cat-in-loop[unsafe]
    with torch.no_grad():
        b = torch.cat((b, w * i))  # expect: cat-in-loop[safe]
