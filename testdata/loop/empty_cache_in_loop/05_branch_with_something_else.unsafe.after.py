import torch


def train(model, loader, log):
    for x in loader:
        model(x).sum().backward()
        if torch.cuda.is_available():
            log("emptied")
        if torch.cuda.is_available():
            pass  # expect: empty-cache-in-loop[unsafe]
        else:
            log("no device")
