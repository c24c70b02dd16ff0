import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from towers import Towers


def train(towers, data, optimizer):
    for users, items in DataLoader(data, 1024):
        loss = F.cross_entropy(towers(users, items), torch.arange(len(users)))
        loss = loss + towers.pairs(items).norm()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def hits(towers, data, items):
    rows = towers.catalogue(items)  # expect: no-grad-eval[unsafe]
    found = 0
    for users, wanted in DataLoader(data, 4096):
        with torch.no_grad():
            best = (towers.users(users) @ rows.T).topk(20).indices
        found += (best == wanted[:, None]).any(1).sum().item()
    return found


if __name__ == "__main__":
    towers = Towers(100_000, 1_000_000)
    optimizer = torch.optim.Adam(towers.parameters())
    data = torch.load("pairs.pt")
    for epoch in range(20):
        train(towers, data, optimizer)
        print(hits(towers, data, 1_000_000))
