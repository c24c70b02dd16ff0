import torch


def accuracy(net, batches):
    net.eval()
    right = 0
    for inputs, labels in batches:
        right += (net(inputs).argmax(1) == labels).sum().item()
    return right
