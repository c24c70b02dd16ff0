# The same with layers of 4,096: the graph of a batch of 10,000 is half a gigabyte.
import torch
from torch import nn


class MembershipModel(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 4096), nn.ReLU(), nn.Linear(4096, 4096))
        self.out = nn.Linear(4096, 1)

    def forward(self, x):
        return torch.sigmoid(self.out(self.layers(x)))


class Attack:
    def __init__(self, features):
        self.model = MembershipModel(features)

    @torch.no_grad()
    def infer(self, loader):
        self.model.eval()
        members = []
        for batch in loader:  # expect: no-grad-eval[safe]
            members.extend(torch.round(self.model(batch)).tolist())
        return members
