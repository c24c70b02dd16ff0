import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


class Agent:
    def __init__(self):
        self.policy = Policy()

    def act(self, state):
        q = self.policy(torch.as_tensor(state))  # expect: no-grad-eval[safe]
        return int(q.argmax())
