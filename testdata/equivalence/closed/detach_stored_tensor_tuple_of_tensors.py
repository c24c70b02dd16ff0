# level: safe
# rule: detach-stored-tensor
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 5)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
best, rows = [], []
for x in torch.randn(3, 2, 4):
    out = net(x)
    top = out.topk(2)
    loss = top.values.pow(2).sum() + out.unbind(0)[0].sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    best.append(out.topk(2))
    rows.extend(out.unbind(0))
print(len(rows), [len(b) for b in best])
