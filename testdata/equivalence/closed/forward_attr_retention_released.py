# level: unsafe
# rule: forward-attr-retention
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.features = nn.Linear(4, 4), None

    def forward(self, x):
        self.features = self.fc(x)
        return x.sum()

    def release(self):
        self.features = None


torch.manual_seed(0)
net = Net()
net(torch.ones(2, 4))
getattr(net, "features").sum().backward()
net.release()
print(net.fc.weight.grad.sum().item())
