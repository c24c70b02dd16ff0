import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 2))

    def act(self, states):
        for state in states:  # expect: no-grad-eval[safe]
            action = self.net(state)
            action = action.cpu().detach().numpy()
            print(action)


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.value = nn.Linear(4, 1)

    def forward(self, x):
        return {"value": self.value(x)}


def best(states):
    heads = Heads()
    total = 0
    for state in states:  # expect: no-grad-eval[safe]
        total += heads(state)["value"].argmax(-1).item()
    return total
