# The loop ends in `return`, and the clause after it differentiates what the last pass gave.
import torch


def evaluate(net, loader):
    net.eval()
    out = None
    try:
        total = 0
        for x in loader:
            out = net(x)
            total += out.sum().item()
        return total
    finally:
        out.sum().backward()
