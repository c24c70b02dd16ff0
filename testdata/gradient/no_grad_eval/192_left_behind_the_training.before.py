import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def run(net: Net, features, labels, optimizer, epochs):
    for _ in range(epochs):
        loss = nn.functional.cross_entropy(net(features), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    net.eval()
    return (net(features).argmax(1) == labels).float().mean().item()


def runs(features, labels):
    for _ in range(10):
        net = Net()
        print(run(net, features, labels, torch.optim.SGD(net.parameters(), 0.1), 200))
