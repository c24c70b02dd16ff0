import torch
import torch.nn.functional as F
from torch import nn


class Teacher(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.body = nn.Linear(3, 2)
        self.temperature = temperature

    def forward(self, x):
        return self.body(x) / self.temperature


temperature = nn.Parameter(torch.ones(1))
student, teacher = nn.Linear(3, 2), Teacher(temperature)
optimizer = torch.optim.SGD([*student.parameters(), temperature], lr=0.1)


def train(batches):
    for x in batches:
        soft = teacher(x)
        loss = F.mse_loss(student(x), soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
