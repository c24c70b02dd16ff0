import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 2))

    # numpy() fails on what carries a graph: whoever runs this has gradients off.
    def act(self, states):
        for state in states:
            action = self.net(state)
            action = action.cpu().numpy()
            print(action)
