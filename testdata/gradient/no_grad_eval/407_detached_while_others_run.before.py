# options: minor: true
import torch
from torch import nn


class Gan:
    def __init__(self):
        self.generator = nn.Linear(4, 4)
        self.critic = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    async def step(self, queue):
        self.optimizer.zero_grad()
        loss = self.critic(self.generator(await queue.get()).detach()).mean()  # expect: no-grad-eval[report]
        loss.backward()
        self.optimizer.step()

    def steps(self):
        while True:
            self.optimizer.zero_grad()
            loss = self.critic(self.generator((yield)).detach()).mean()  # expect: no-grad-eval[report]
            loss.backward()
            self.optimizer.step()
