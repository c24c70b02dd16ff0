import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.moving_avg = torch.zeros(8)
        self.moving_max = torch.zeros(())

    def observe(self, h):
        self.moving_avg, self.moving_max = 0.99 * self.moving_avg + 0.01 * h.mean(dim=0).detach(), h.abs().amax().detach()  # expect: running-stat-grad, running-stat-grad

    def forward(self, x):
        h = self.fc(x)
        if self.training:
            self.observe(h)
        return h

    def __repr__(self):
        return f"Encoder({self.moving_avg.norm().item()}, {float(self.moving_max)})"
