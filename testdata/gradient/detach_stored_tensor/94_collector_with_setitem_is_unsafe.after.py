import torch


class Collector:
    def __init__(self):
        self.values = {"loss": []}

    def __setitem__(self, key, value):
        self.values[key].append(value)


def train(model, optimizer, criterion, loader):
    collector = Collector()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        collector["loss"] = loss.detach()  # expect: detach-stored-tensor
    print(sum(float(v) for v in collector.values["loss"]))
