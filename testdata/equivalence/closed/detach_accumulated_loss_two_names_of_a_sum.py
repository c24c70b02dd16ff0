# level: safe
# rule: detach-accumulated-loss
import torch
from torch import nn

net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = torch.zeros(())
alias = total
for x in torch.ones(3, 1, 2):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)
    total += loss
print(total.item())
alias.backward()
