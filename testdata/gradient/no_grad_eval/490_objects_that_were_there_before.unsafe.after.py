# A new list of old objects, a function that gives back what it keeps, an attribute that a layer of
# a library reads, or that is read of another object: what forward() keeps there may be needed.
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64)
        self.ctx = None

    def forward(self, x):
        return torch.relu(self.fc(x))


class Listing(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])

    def forward(self, x):
        h = self.blocks[0](x)
        layers = list(self.blocks)
        layers[1].ctx = h
        return self.blocks[1](h)

    def penalty(self):
        return self.blocks[1].ctx.pow(2).mean()


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64)
        self.kept = {}

    def losses(self):
        return self.kept

    def forward(self, x):
        h = self.fc(x)
        store = self.losses()
        store["balance"] = h.pow(2).mean()
        return h


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(64, 64)
        self.scale = nn.Parameter(torch.ones(1))
        self.out = nn.Linear(64, 64)

    def refresh(self):
        self.out.weight = self.embedding.weight * self.scale

    def forward(self, x):
        self.refresh()
        return self.out(self.embedding(x))


class Peer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64)
        self.feature = None

    def forward(self, x, peer=None):
        self.feature = torch.relu(self.fc(x))
        if peer is not None:
            return self.feature + peer.feature.mean(0)
        return self.feature


@torch.no_grad()
def of_listing(loader):
    model = Listing()
    model.eval()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        print((model(x).argmax(1) == y).sum().item())
    return model.penalty()


def of_experts(loader):
    model = Experts()
    model.eval()
    with torch.no_grad():
        for x, y in loader:  # expect: no-grad-eval[unsafe]
            print((model(x).argmax(1) == y).sum().item())
    return model.kept["balance"].backward()


@torch.no_grad()
def of_tied(loader):
    model = Tied()
    model.eval()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        print((model(x).argmax(1) == y).sum().item())


@torch.no_grad()
def of_peer(loader):
    model = Peer()
    model.eval()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        print((model(x).argmax(1) == y).sum().item())
