import torch

out = torch.empty(0, 4)
history = []
log = torch.empty(0, 4)
for i in range(10):
    out = torch.cat((out, torch.randn(1, 4)))
    history.append(out)
    log = torch.cat((log, torch.randn(1, 4)))
    print(len(log))
