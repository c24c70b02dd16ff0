import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
gain = nn.Parameter(torch.ones(3))
teacher.register_forward_pre_hook(lambda module, given: (given[0] * gain,))
optimizer = torch.optim.SGD([*student.parameters(), gain], lr=0.1)


def train(batches):
    for x in batches:
        soft = teacher(x)
        loss = F.mse_loss(student(x), soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
