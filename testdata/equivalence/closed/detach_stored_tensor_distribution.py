# level: safe
# rule: detach-stored-tensor
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
policies = []
for x in torch.randn(3, 2, 4):
    out = net(x)
    loss = out.pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    policies.append(torch.distributions.Normal(out, 1.0))
print([policy.mean.sum().item() for policy in policies])
