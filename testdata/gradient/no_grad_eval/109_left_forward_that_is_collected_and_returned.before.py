import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)

    def forward(self, x):
        return self.body(x)


def validate(policy, batches):
    logs = {"a": []}
    for data, label in batches:
        out = policy.forward(data)
        logs["a"].append(out * 2)
    return logs["a"]
