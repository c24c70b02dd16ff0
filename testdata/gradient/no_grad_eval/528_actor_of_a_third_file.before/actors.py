import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 64)
        self.head = nn.Linear(64, 4)

    def act(self, state):
        scores = self.head(torch.tanh(self.body(state)))
        return scores.argmax(-1), scores

    @torch.no_grad()
    def best(self, state):
        return self.head(torch.tanh(self.body(state))).argmax(-1)
