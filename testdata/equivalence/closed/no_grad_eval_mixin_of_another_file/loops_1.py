import torch
from torch import nn


class Loop:
    def __init__(self):
        torch.manual_seed(0)
        self.net = nn.Linear(3, 2)
        self.batches = torch.ones(2, 4, 3)

    def after_evaluation(self):
        pass

    def evaluate(self):
        self.net.eval()
        total = 0.0
        for x in self.batches:
            total += self.net(x).sum().item()
        self.after_evaluation()
        return total
