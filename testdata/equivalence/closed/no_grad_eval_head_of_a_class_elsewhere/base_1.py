import torch
from torch import nn


class Base:
    def __init__(self):
        self.backbone = nn.Linear(512, 512)
        self.top = nn.Linear(512, 10)
        self.optimizer = torch.optim.SGD(self.top.parameters(), lr=0.1)

    def head(self, features):
        raise NotImplementedError

    def step(self, x, y):
        logits = self.head(self.backbone(x).detach())
        loss = nn.functional.cross_entropy(logits, y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
