"""The two networks: one names a wave, one continues it."""

import torch
from torch import nn

from signals.data import KINDS


class WaveClassifier(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv1d(1, width, 5, padding=2),
            nn.ReLU(),
            nn.Conv1d(width, width, 5, stride=2, padding=2),
            nn.ReLU(),
            nn.AdaptiveAvgPool1d(4),
            nn.Flatten(),
        )
        self.head = nn.Linear(4 * width, len(KINDS))

    def forward(self, waves):
        return self.head(self.encoder(waves.unsqueeze(1)))


class Forecaster(nn.Module):
    """Predicts the next sample from all before it."""

    def __init__(self, width=16):
        super().__init__()
        self.memory = nn.GRU(1, width, batch_first=True)
        self.out = nn.Linear(width, 1)

    def forward(self, waves):
        hidden, _ = self.memory(waves.unsqueeze(-1))
        return self.out(hidden).squeeze(-1)


class Policy(nn.Module):
    """Chooses how much noise to train with next."""

    def __init__(self, levels=3):
        super().__init__()
        self.scores = nn.Parameter(torch.zeros(levels))

    def forward(self):
        return torch.distributions.Categorical(logits=self.scores)
