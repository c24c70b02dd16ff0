from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def accuracy(net: Net, features, labels):
    net.eval()
    return (net(features).argmax(1) == labels).float().mean().item()
