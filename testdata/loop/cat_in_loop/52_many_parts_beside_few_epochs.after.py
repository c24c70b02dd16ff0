# options: minor: false
import torch


def collect(loader, epochs=3):
    for epoch in range(3):
        out = torch.empty(0, 10)
        out_parts = [out]
        for x in loader:
            out_parts.append(torch.relu(x))  # expect: cat-in-loop[safe]
        out = torch.cat(out_parts)
        torch.save(out, f"out{epoch}.pt")


def collect_all(loader):
    out = torch.empty(0, 10)
    out_parts = [out]
    for epoch in range(3):
        for x in loader:
            out_parts.append(torch.relu(x))  # expect: cat-in-loop[safe]
    out = torch.cat(out_parts)
    return out


def numbers():
    found = torch.empty(0)
    found_parts = [found]
    for i in range(1000000):
        found_parts.append(torch.tensor([i * 0.5]))  # expect: cat-in-loop[safe]
    found = torch.cat(found_parts)
    return found
