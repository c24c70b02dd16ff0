# Each call goes on with the state that the call before has left, and nobody trains.
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.GRU(512, 2048)
        self.head = nn.Linear(2048, 5000)

    def forward(self, x, hidden):
        y, hidden = self.layer(x, hidden)
        return self.head(y), hidden


class Scorer:
    def __init__(self, device):
        self.model = Net().to(device)
        self.device = device
        self.hidden = None

    def reset(self):
        self.hidden = None

    def feed(self, ids):
        ids = torch.tensor(ids, device=self.device)
        logits, self.hidden = self.model(ids[:-1], self.hidden)  # expect: no-grad-eval[unsafe]
        return F.cross_entropy(logits, ids[1:], reduction="none").tolist()
