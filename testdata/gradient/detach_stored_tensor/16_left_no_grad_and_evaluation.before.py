import torch


def collect(model, loader):
    outs = []
    with torch.no_grad():
        for x in loader:
            outs.append(model(x))
    return torch.cat(outs)


def evaluate(model, loader):
    model.eval()
    outs = []
    for x in loader:
        outs.append(model(x))
    print(torch.cat(outs).mean())


@torch.inference_mode()
def predict(model, loader):
    return [model(x) for x in loader]
