import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(4, 300)

    def validate(self, batches):
        self.net.eval()
        right = 0
        for inputs, labels in batches:
            right += (self.net(inputs).argmax(1) == labels).sum().item()
        return right
