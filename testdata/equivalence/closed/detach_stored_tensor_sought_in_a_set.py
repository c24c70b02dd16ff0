# level: safe
# rule: detach-stored-tensor
import torch
from torch import nn

net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
results = []
for x, y in [(torch.ones(3, 4), torch.ones(3, 1))] * 2:
    opt.zero_grad()
    err = nn.functional.mse_loss(net(x), y)
    results.append(err)
    print(err in set(results))
    err.backward()
    opt.step()
