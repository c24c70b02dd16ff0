# No phase of a training: the caller asks for something.
import torch


def predict(model, loader):
    model.eval()
    out = []
    with torch.no_grad():
        for x in loader:
            out.append(model(x).argmax(1))
    return out
