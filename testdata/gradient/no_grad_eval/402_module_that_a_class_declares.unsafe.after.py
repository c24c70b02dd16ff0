import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)

    def forward(self, w):
        return self.linear(w)


class Configs:
    decoder: Decoder
    critic: nn.Module
    optimizer: torch.optim.Adam
    size: int

    def images(self, w):
        return self.decoder(w)

    def step(self, x, w):
        self.optimizer.zero_grad()
        with torch.no_grad():
            made = self.images(w)  # expect: no-grad-eval[unsafe]
        loss = self.critic(made.detach()).mean() - self.critic(x).mean()
        loss.backward()
        self.optimizer.step()

    def step_of_decoder(self, w):
        self.optimizer.zero_grad()
        loss = self.critic(self.images(w)).mean()
        loss.backward()
        self.optimizer.step()

    def area(self, x):
        return self.size(x)
