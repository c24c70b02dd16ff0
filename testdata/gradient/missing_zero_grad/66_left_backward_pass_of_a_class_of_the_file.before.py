import torch


class Accelerator:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def backward(self, loss):
        self.optimizer.zero_grad()
        loss.backward()


def train(model, optimizer, loader):
    accelerator = Accelerator(optimizer)
    for x, y in loader:
        accelerator.backward((model(x) - y).pow(2).mean())
        optimizer.step()
