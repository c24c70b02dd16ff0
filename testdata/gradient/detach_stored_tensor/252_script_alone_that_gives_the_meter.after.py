# mutations: no-nesting
import torch
import torch.nn.functional as F


class Meter:
    def __init__(self):
        self.values = []

    def add(self, value):
        self.values.append(value)

    def mean(self):
        return sum(value.item() for value in self.values) / len(self.values)


def train(model, loader, optimizer, meter):
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.add(loss.detach())  # expect: detach-stored-tensor[safe]
    return meter.mean()


if __name__ == "__main__":
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    print(train(model, [(torch.ones(2, 3), torch.zeros(2).long())], optimizer, Meter()))
