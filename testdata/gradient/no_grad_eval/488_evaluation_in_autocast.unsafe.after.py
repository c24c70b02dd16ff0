# Autocast keeps nothing for a training where its region ends before that, or comes after it.
import torch
from torch import nn

net = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 8))
teacher = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 8))
criterion = nn.CrossEntropyLoss()


@torch.no_grad()
def evaluate(loader):
    net.eval()
    hits = 0
    with torch.autocast("cuda"):
        for x, y in loader:  # expect: no-grad-eval[safe]
            hits += (net(x).argmax(1) == y).sum().item()
    return hits


def train(loader, optimizer):
    net.train()
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()


# The modules are others, by their names; whether they share weights is not asked.
def agree(loader, optimizer):
    teacher.eval()
    same = 0
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            with torch.no_grad():
                guess = teacher(x).argmax(1)  # expect: no-grad-eval[unsafe]
            loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        same += (guess == y).sum().item()
    return same
