import torch
import torch.nn.functional as F
from torch import nn


class Agent:
    def __init__(self, size, actions):
        self.net = nn.Sequential(nn.Linear(size, 512), nn.ReLU(), nn.Linear(512, actions))
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def learn(self, batch):
        values = self.net(batch.state).gather(1, batch.action)
        loss = F.smooth_l1_loss(values, batch.wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return {"loss": loss.item(), "value": values.mean()}

    def score(self, batch):
        return {"value": self.net(batch.state).mean()}
