import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.head = nn.Linear(16, 2)

    def forward(self, x):
        x = torch.relu(self.body(x))
        return self.head(x).cpu().data  # expect: no-grad-eval[safe]

    def score(self, env):
        total, state = 0.0, env.reset()
        for _ in range(5000):
            action = self.forward(torch.as_tensor(state))  # expect: no-grad-eval[safe]
            state, reward = env.step(action.tolist())
            total += reward
        return total
