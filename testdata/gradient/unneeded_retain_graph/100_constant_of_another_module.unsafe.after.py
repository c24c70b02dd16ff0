# options: minor: true
import torch
from base import BLEND


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        loss = (model(x) * BLEND).mean()
        optimizer.zero_grad()
        loss.backward()  # expect: unneeded-retain-graph[unsafe]
        optimizer.step()
