import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
prompt = nn.Parameter(torch.zeros(3))
optimizer = torch.optim.SGD([*student.parameters(), prompt], lr=0.1)


def train(batches):
    for x in batches:
        x = x + prompt
        soft = teacher(x)
        loss = F.mse_loss(student(x), soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
