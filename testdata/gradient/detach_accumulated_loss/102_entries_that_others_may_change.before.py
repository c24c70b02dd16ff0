import torch
from torch import nn

from reports import complete, report


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def train_and_report(loader, optimizer):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    total = count = 0
    for x, y in loader:
        optimizer.zero_grad()
        out = {"loss": criterion(model(x), y), "size": x.size(0)}
        report(out)
        out["loss"].backward()
        optimizer.step()
        total += out["loss"]  # expect: detach-accumulated-loss[unsafe]
        count += out["size"]
    print(total / count)


def train_with_another_name(loader, optimizer):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    total = count = 0
    for x, y in loader:
        optimizer.zero_grad()
        out = {"loss": criterion(model(x), y), "size": 0}
        same = out
        same["size"] = complete(x)
        out["loss"].backward()
        optimizer.step()
        total += out["loss"]  # expect: detach-accumulated-loss[unsafe]
        out.update(size=x.size(0))
    print(total / count)
