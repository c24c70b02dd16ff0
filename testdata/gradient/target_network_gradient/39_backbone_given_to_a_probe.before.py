# It is trained elsewhere; this function steps for the head alone.
import torch
from torch import nn
from torch.nn import functional as F


def train(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for x, y in loader:
        loss = F.cross_entropy(net(x)[1], y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def probe(net, loader):
    net.eval()
    head = nn.Linear(512, 100)
    optimizer = torch.optim.SGD(head.parameters(), 0.5)
    for x, y in loader:
        features, _ = net(x)  # expect: target-network-gradient[unsafe]
        loss = F.cross_entropy(head(features), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return head
