import torch


class Weighted:
    def __init__(self, weight):
        self.weight = weight

    def scaled(self, loss):
        self.last = self.weight * loss
        return self.last


def train(model: torch.nn.Module, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        Weighted(0.5).scaled(model(x).mean()).backward(retain_graph=True)
        optimizer.step()
