# level: unsafe
# rule: forward-attr-retention
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.features = nn.Linear(4, 4), None

    def forward(self, x):
        first = self.features is None
        self.features = self.fc(x)
        return x.sum(), first


torch.manual_seed(0)
net = Net()
print(net(torch.ones(2, 4))[1], net(torch.ones(2, 4))[1])
getattr(net, "features").sum().backward()
print(net.fc.weight.grad.sum().item())
