import torch


def train(model, loader, log):
    for x in loader:
        model(x).sum().backward()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
            log("emptied")
        if torch.cuda.is_available():
            torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
        else:
            log("no device")
