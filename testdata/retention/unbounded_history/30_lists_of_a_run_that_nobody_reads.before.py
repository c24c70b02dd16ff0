import copy

import torch
from torchvision.utils import make_grid


def train(model, optimizer, loader, noise):
    images = []
    weights, losses = [], []
    for epoch in range(100):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        with torch.no_grad():
            sample = model(noise).detach().cpu()
        grid = make_grid(sample, normalize=True)
        images.append(grid)  # expect: unbounded-history[unsafe]
        weights.append({k: v.detach().clone() for k, v in model.state_dict().items()})  # expect: unbounded-history[unsafe]
        losses.append(epoch)
        print(epoch, losses[-1])


def keep_all(model, optimizer, loader):
    best = list()
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if x.mean() > 0:
            best.append(copy.deepcopy(model.state_dict()))  # expect: unbounded-history[unsafe]
        else:
            best.append(None)
            print("none")


def computed_there(model, loader, save):
    outputs = []
    for x in loader:
        y = model(x)
        outputs.append(save(y))
        outputs.append(y.detach().cpu())  # expect: unbounded-history[report]


def saved_there(model, loader, save):
    outputs = []
    for x in loader:
        y = model(x).detach()
        outputs.append((y, save(y)))  # expect: unbounded-history[report]


if __name__ == "__main__":
    from project import build

    model, optimizer, loader = build()
    grids = []
    for epoch in range(100):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        grids.append(make_grid(model(x).detach()))  # expect: unbounded-history[report]
