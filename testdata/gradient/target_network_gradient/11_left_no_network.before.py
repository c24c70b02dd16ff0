# A loss by the name of a target, and a function.
import torch
import torch.nn.functional as F
from torch import nn


def old(x):
    return x * 2


def train(net, x, y):
    optimizer = torch.optim.Adam(net.parameters())
    target_loss = nn.MSELoss()
    wanted = old(y)
    target_loss(net(x), wanted).backward()
    optimizer.step()
