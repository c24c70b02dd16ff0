import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
temperature = nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
optimizer.add_param_group({"params": [temperature]})


def train(batches):
    for x in batches:
        soft = teacher(x) * temperature  # expect: target-network-gradient[report]
        loss = F.mse_loss(student(x), soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
