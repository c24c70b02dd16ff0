import torch


def posteriors(model, loader, device):
    model.eval()
    found = []
    with torch.no_grad():
        for batch in loader:
            found.append(model(batch.to(device)).exp())  # expect: results-on-device[unsafe]
    return [one.cpu() for one in found]


def printed(model, loader, device):
    model.eval()
    found = []
    with torch.no_grad():
        for batch in loader:
            found.append(model(batch.to(device)))  # expect: results-on-device[unsafe]
    for one in found:
        print(one.shape, one.cpu())
