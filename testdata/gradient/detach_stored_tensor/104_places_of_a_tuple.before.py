# What stands at a place of a tuple is stored, and not the graph beside it.
import torch
from torch import nn

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)


def run(batches, deep):
    losses, sizes, kept, more = [], [], [], []
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        both = (loss, y.shape[0])
        nested = ((loss, 1), y.shape[0])
        losses.append(both[0])  # expect: detach-stored-tensor[safe]
        sizes.append(both[1])
        kept.append(nested[0][1])
        more.append(nested[0][0])  # expect: detach-stored-tensor[safe]
    return float(sum(losses)), float(sum(more)), sum(sizes), sum(kept)
