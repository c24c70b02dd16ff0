# options: minor: false
# A deep copy of what holds a graph fails, so it reads none.
import copy

import torch
from torch import nn


class Follower:
    def __init__(self, net):
        self.net = copy.deepcopy(net)


class Trainer:
    def __init__(self, net, scorer, batches):
        self.net = net
        self.follower = Follower(net)
        self.scorer = scorer
        self.batches = batches
        self.optimizer = torch.optim.Adam(net.parameters())
        self.scores = []

    def fit(self, steps):
        for step in range(steps):
            images = next(self.batches)
            loss = self.net(images).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.scores.append(torch.sigmoid(self.net(images)).mean().detach())  # expect: detach-stored-tensor[unsafe]
            print(max(self.scores).item(), self.scores[-1].item())
