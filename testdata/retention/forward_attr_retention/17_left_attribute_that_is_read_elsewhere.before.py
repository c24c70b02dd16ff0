import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        self.embeds = self.fc(x)
        return torch.relu(self.embeds)


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.exports = ["codes"]

    def forward(self, x):
        self.codes = self.fc(x)
        return torch.relu(self.codes)


class Attentive(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        self.attn = self.fc(x).softmax(dim=-1)
        return self.attn @ x


def show(net, x):
    net(x)
    print(net.embeds.shape)
