# The loss is made of the parts that are returned beside it, or with it: its backward pass uses up
# their graphs.
from torch import nn
from torch.nn import functional as F


class Meter:
    def __init__(self):
        self.total = 0
        self.count = 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(100, 10)

    def forward(self, x, y):
        x = self.fc(x)
        ce = F.cross_entropy(x, y)
        reg = x.pow(2).mean()
        return ce + reg, {"ce": ce, "reg": reg}


class Single(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(100, 10)

    def forward(self, x, y):
        x = self.fc(x)
        ce = F.cross_entropy(x, y)
        reg = x.pow(2).mean()
        total = ce + reg
        return {"loss": total, "ce": ce, "reg": reg}


class Apart(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(100, 10)

    def forward(self, x, y):
        x = self.fc(x)
        ce = F.cross_entropy(x, y)
        margin = x.pow(2).mean()
        return ce, {"ce": ce, "margin": margin}


def train_pair(loader, optimizer):
    model = Pair()
    meter = Meter()
    for x, y in loader:
        loss, parts = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(parts["ce"].detach(), len(x))  # expect: detach-accumulated-loss
    return float(meter.total)


def train_single(loader, optimizer):
    model = Single()
    meter = Meter()
    for x, y in loader:
        parts = model(x, y)
        loss = parts["loss"]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(parts["ce"].detach(), len(x))  # expect: detach-accumulated-loss
    return float(meter.total)


def train_apart(loader, optimizer):
    model = Apart()
    meter = Meter()
    for x, y in loader:
        loss, parts = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(parts["margin"].detach(), len(x))  # expect: detach-accumulated-loss[unsafe]
    return float(meter.total)
