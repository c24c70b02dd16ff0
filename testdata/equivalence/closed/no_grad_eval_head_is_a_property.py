# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Probe:
    def __init__(self):
        self.backbone = nn.Linear(512, 512)
        self.heads = {"a": nn.Linear(512, 10), "b": nn.Linear(512, 10)}
        self.task = "a"

    @property
    def head(self):
        return self.heads[self.task]

    def fit(self, data):
        optimizer = torch.optim.SGD(self.head.parameters(), lr=0.1)
        for x, y in data:
            logits = self.head(self.backbone(x).detach())
            loss = nn.functional.cross_entropy(logits, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return loss.item()


print(round(Probe().fit([(torch.randn(64, 512), torch.randint(10, (64,))) for _ in range(3)]), 5))
