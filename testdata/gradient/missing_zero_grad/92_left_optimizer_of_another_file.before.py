import torch
from optimizers import Lookahead


def train(model: torch.nn.Module, loader):
    optimizer = Lookahead(model.parameters())
    for x in loader:
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
