import torch

frame = torch.zeros(1, 3)
a = torch.empty(0, 3)
b = torch.empty(0, 3)
c = torch.empty(0, 3)
d = torch.empty(0, 3)
for i in range(3):
    frame.add_(1)
    a = torch.cat((a, frame))
    row = torch.ones(1, 3)
    b = torch.cat((b, row.view(1, 3)))
    row[0, 0] = i
    step = torch.ones(1, 3)
    c = torch.cat((c, step[:1]))
    step *= 2
    d = torch.cat((d, frame.data[:1]))
    torch.add(frame, 1, out=frame)
print(a, b, c, d)
