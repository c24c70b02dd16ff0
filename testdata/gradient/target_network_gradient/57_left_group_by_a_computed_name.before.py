import torch
import torch.nn.functional as F
from torch import nn


class Distiller:
    def __init__(self):
        self.student, self.teacher = nn.Linear(3, 2), nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=0.1)

    def thaw(self, name):
        self.optimizer.add_param_group({"params": getattr(self, name).parameters()})

    def train(self, batches):
        for x in batches:
            soft = self.teacher(x)
            loss = F.mse_loss(self.student(x), soft)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
