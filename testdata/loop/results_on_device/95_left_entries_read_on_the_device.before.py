import torch


def posteriors(model, loader, device):
    model.eval()
    found = []
    with torch.no_grad():
        for batch in loader:
            found.append(model(batch.to(device)))
    return [(one.mean(), one.cpu()) for one in found]


def pairs(model, loader, device):
    model.eval()
    found = []
    with torch.no_grad():
        for batch in loader:
            found.append(model(batch.to(device)))
    return [one.cpu() for one, _ in zip(found, loader)]


def measured(model, loader, device):
    model.eval()
    found = []
    with torch.no_grad():
        for batch in loader:
            found.append(model(batch.to(device)))
    return [len(one) for one in found]
