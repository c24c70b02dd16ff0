import copy

import torch.nn as nn


class Rounds:
    def __init__(self):
        self.networks, self.scores = [], []

    def end(self, model, score):
        self.networks.append(copy.deepcopy(model))  # expect: unbounded-history[report]
        self.scores.append(score)


class Ensemble(nn.Module):
    def __init__(self, members):
        super().__init__()
        self.members = nn.ModuleList(members)
        self.outputs = []

    def forward(self, batch):
        outputs = [member(batch).softmax(-1) for member in self.members]
        self.outputs.append(outputs)  # expect: unbounded-history[report]
        return sum(outputs)
