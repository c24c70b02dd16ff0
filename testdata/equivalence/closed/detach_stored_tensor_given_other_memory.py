# level: safe
# rule: detach-stored-tensor
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for x in torch.ones(3, 2, 4):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
    loss.data = torch.zeros(2)
print(losses[0].shape)
