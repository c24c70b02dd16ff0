# options: minor: true
import torch
import base


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        loss = (model(x) * base.blend).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
