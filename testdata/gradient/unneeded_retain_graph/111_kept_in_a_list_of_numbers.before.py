# What is kept in a list whose readers want numbers is differentiated by nobody.
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(64, 10)

    def forward(self, x):
        return self.layer(x)


net = Net()
optimizer = torch.optim.Adam(net.parameters())
history = {"ce": [], "pull": []}
for x, y in loader:
    out = net(x)
    ce = F.cross_entropy(out, y)
    pull = out.pow(2).mean()
    optimizer.zero_grad()
    (ce + pull).backward(retain_graph=True)  # expect: unneeded-retain-graph[unsafe]
    optimizer.step()
    history["ce"].append(ce.detach())
    history["pull"].append(pull)  # expect: detach-stored-tensor[safe]
print([float(value) for value in history["ce"]], float(history["pull"][-1]))
