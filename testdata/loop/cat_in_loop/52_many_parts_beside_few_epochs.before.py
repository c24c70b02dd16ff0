# options: minor: false
import torch


def collect(loader, epochs=3):
    for epoch in range(3):
        out = torch.empty(0, 10)
        for x in loader:
            out = torch.cat((out, torch.relu(x)))  # expect: cat-in-loop[safe]
        torch.save(out, f"out{epoch}.pt")


def collect_all(loader):
    out = torch.empty(0, 10)
    for epoch in range(3):
        for x in loader:
            out = torch.cat((out, torch.relu(x)))  # expect: cat-in-loop[safe]
    return out


def numbers():
    found = torch.empty(0)
    for i in range(1000000):
        found = torch.cat((found, torch.tensor([i * 0.5])))  # expect: cat-in-loop[safe]
    return found
