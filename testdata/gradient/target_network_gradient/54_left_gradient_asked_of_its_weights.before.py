import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)


def train(batches):
    for x in batches:
        soft = teacher(x)
        slope = torch.autograd.grad(soft.pow(2).sum(), teacher.weight, retain_graph=True)[0]
        loss = F.mse_loss(student(x), soft) + slope.abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
