import torch


def evaluate(net, batches):
    net.eval()
    correct = 0
    for x, y in batches:
        out = net(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct
