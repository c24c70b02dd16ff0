import torch


class Client:
    def __init__(self, loader):
        self.loader = loader

    def accuracy_of(self, net):
        net.eval()
        hits = count = 0
        for x, y in self.loader:  # expect: no-grad-eval[unsafe]
            hits += (net(x).argmax(1) == y).sum().item()
            count += len(y)
        return hits / count
