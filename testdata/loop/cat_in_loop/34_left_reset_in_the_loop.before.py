import torch

window = torch.empty(0, 4)
for i in range(100):
    window = torch.cat((window, torch.randn(1, 4)))
    if i % 10 == 9:
        window = torch.empty(0, 4)
other = torch.empty(0, 4)
for i in range(100):
    other = torch.cat((other, torch.randn(1, 4)))
    if i % 10 == 9:
        del other
        other = torch.empty(0, 4)
