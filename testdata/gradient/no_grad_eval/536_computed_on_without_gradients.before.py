# What is computed of the output where gradients are off has no graph.
import torch


def percentages(net, batches):
    shares = []
    for x in batches:  # expect: no-grad-eval[unsafe]
        share = torch.sigmoid(net(x))
        with torch.no_grad():
            shares.append(share * 100.0)
    return torch.cat(shares)


def train(net, optimizer, batches):
    for x, y in batches:
        loss = (net(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
