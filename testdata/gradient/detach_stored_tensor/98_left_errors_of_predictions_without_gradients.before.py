import torch


def errors(model, loader):
    collected = []
    for data in loader:
        with torch.no_grad():
            prediction = model(data.x)
        error = (prediction.view(-1) - data.y).abs()
        collected.append(error)
    return torch.cat(collected).mean()


def script(model, loader):
    collected = []
    for data in loader:
        with torch.no_grad():
            prediction = model(data.x)
        collected.append((prediction.view(-1) - data.y).abs())
    print(torch.cat(collected).mean())
