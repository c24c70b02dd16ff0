import torch as th
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.fc = nn.Linear(8, 2)
        self.attention = None

    def forward(self, x):
        features = F.relu(self.conv(x))
        self.features = features  # expect: forward-attr-retention[unsafe]
        self.attention = th.softmax(features, dim=1)  # expect: forward-attr-retention[unsafe]
        self.scores = features.mean((2, 3)) * 0.5 + self.fc.bias.sum()  # expect: forward-attr-retention[unsafe]
        return self.fc(features.mean((2, 3)))


class Wide(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 2)

    def embed(self, x):
        embedding = self.fc(x)
        self.last_embedding = embedding + 1  # expect: forward-attr-retention[unsafe]
        return embedding

    def forward(self, x):
        return self.embed(x) * 2

    def report(self):
        print(self.last_embedding.norm().item())
