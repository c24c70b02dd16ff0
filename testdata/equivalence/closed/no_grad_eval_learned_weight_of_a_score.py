# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Tasks:
    def __init__(self):
        self.net = nn.Linear(512, 512)
        self.weights = torch.ones(2, requires_grad=True)
        self.optimizer = torch.optim.SGD([self.weights], lr=0.01)

    def score(self, task, loader):
        self.net.eval()
        total = 0.0
        for x in loader:
            total += self.net(x).abs().mean().item()
        return total * self.weights[task]

    def tune(self, loader):
        loss = sum(self.score(task, loader) for task in range(2))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return self.weights.tolist()


print(Tasks().tune([torch.randn(64, 512) for _ in range(3)]))
