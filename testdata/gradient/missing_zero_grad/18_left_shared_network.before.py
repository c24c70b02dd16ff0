# Two optimizers over the same network: the reset of one is that of the other, as far as we see.
import torch


def train(model, loader, criterion):
    opt_all = torch.optim.Adam(model.parameters())
    opt_head = torch.optim.Adam(model.head.parameters())
    for x, y in loader:
        opt_all.zero_grad()
        criterion(model(x), y).backward()
        opt_all.step()
        criterion(model.head(x), y).backward()
        opt_head.step()
