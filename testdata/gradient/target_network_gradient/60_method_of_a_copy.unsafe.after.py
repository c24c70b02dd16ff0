# A copy is run by whatever method runs its layers; that the critic is frozen for a while says
# nothing of the copy.
import torch
import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk, self.head = nn.Linear(64, 64), nn.Linear(64, 32)

    def forward(self, x):
        return self.head(self.trunk(x))

    def view(self, x):
        return F.normalize(self(x), dim=-1)


class Trainer:
    def __init__(self):
        self.online, self.target_net = Encoder(), Encoder()
        self.critic = nn.Linear(32, 1)
        self.optimizer = torch.optim.Adam(self.online.parameters())

    def step(self, one, other):
        self.critic.requires_grad_(False)
        with torch.no_grad():
            wanted = self.target_net.view(other)  # expect: target-network-gradient[unsafe]
        loss = F.mse_loss(self.online(one), wanted) - self.critic(self.online(one)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.critic.requires_grad_(True)
