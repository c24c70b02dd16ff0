import torch
from torch import nn


class Guess(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


class Inference:
    def __init__(self):
        self.attack_model = Guess()

    def answers(self, loader):
        self.attack_model.eval()
        found = []
        for x in loader:  # expect: no-grad-eval[safe]
            found.append(self.attack_model(x).argmax(1).tolist())
        return found
