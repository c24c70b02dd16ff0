import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 4096)

    def forward(self, x):
        return self.head(x)

    def act(self, observation):
        logits = self(torch.as_tensor(observation))  # expect: no-grad-eval[safe]
        return logits.argmax(-1).item()
