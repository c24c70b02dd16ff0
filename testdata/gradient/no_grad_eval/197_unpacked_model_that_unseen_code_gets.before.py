import torch
import torch.nn as nn

from elsewhere import patch


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x)


def validate(loader):
    net, best = Net(), 0
    patch(net)
    net.eval()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        best = max(best, (net(x).argmax(1) == y).sum().item())
    return best


def validate_each(loader):
    total = 0
    for net in [Net(), Net()]:
        patch(net)
    net.eval()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        total += (net(x).argmax(1) == y).sum().item()
    return total
