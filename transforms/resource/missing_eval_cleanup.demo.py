# rule: missing-eval-cleanup
# level: unsafe
# measure: uncollected-instances:Report
# leak: growth
# output: same
"""Each validation leaves a report that refers to itself, and waits for the collector."""
import torch
from torch import nn


class Report:
    def __init__(self):
        self.values = []
        self.take = self.add

    def add(self, value):
        self.values.append(value)


def validate(model, loader):
    model.eval()
    report = Report()
    with torch.no_grad():
        for x in loader:
            report.take(model(x).mean().item())
    return sum(report.values)


def train(model, loader, epochs=6):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        model.train()
        for x in loader:
            optimizer.zero_grad()
            loss = model(x).pow(2).mean()
            loss.backward()
            optimizer.step()
        print(epoch, f"{validate(model, loader):.9f}")
        # sample


torch.manual_seed(0)
train(nn.Linear(8, 2), [torch.randn(16, 8) for _ in range(4)])
