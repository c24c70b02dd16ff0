import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def step(model, x, y):
    logits = model(x)
    loss = nn.functional.cross_entropy(logits, y)
    return {"loss": loss, "correct": (logits.argmax(1) == y).sum().item(), "size": len(y)}


def train_with_a_display(loader, optimizer):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    total = count = 0
    for x, y in loader:
        optimizer.zero_grad()
        out = {"loss": criterion(model(x), y), "size": x.size(0)}
        out["loss"].backward()
        optimizer.step()
        total += out["loss"]  # expect: detach-accumulated-loss[safe]
        count += out["size"]
    print(total / count)


def train_with_a_helper(loader, optimizer):
    model = Net()
    total = hits = count = 0
    for x, y in loader:
        optimizer.zero_grad()
        out = step(model, x, y)
        out["loss"].backward()
        optimizer.step()
        total += out["loss"]  # expect: detach-accumulated-loss[safe]
        hits += out["correct"]
        count += out["size"]
    print(total / count, hits / count)


def train_with_stores(loader, optimizer):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    total = count = 0
    for x, y in loader:
        optimizer.zero_grad()
        out = {"size": x.size(0)}
        out["loss"] = criterion(model(x), y)
        out["loss"].backward()
        optimizer.step()
        total += out["loss"]  # expect: detach-accumulated-loss[safe]
        count += out["size"]
    print(total / count)


def train_with_a_list(loader, optimizer):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    total = count = 0
    for x, y in loader:
        optimizer.zero_grad()
        out = [criterion(model(x), y), x.size(0)]
        out[0].backward()
        optimizer.step()
        total += out[0]  # expect: detach-accumulated-loss[safe]
        count += out[1]
    print(total / count)
