import torch


def fit(model, windows, optimizer, log):
    for x, y in windows:
        loss = (model(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: unneeded-retain-graph[unsafe]
        optimizer.step()
        log.add(loss)


class Log:
    def __init__(self):
        self.losses = []

    def add(self, loss):
        self.losses.append(loss.item())
