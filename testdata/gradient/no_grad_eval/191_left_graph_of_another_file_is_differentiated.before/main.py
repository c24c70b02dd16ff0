import torch
from torch import optim

from texts import Speaker


def fit(pairs):
    net = Speaker()
    optimizer = optim.SGD(net.parameters(), 0.1)
    for x, y in pairs:
        scores, words = net.spoken(x)
        loss = torch.nn.functional.cross_entropy(scores, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(words)
