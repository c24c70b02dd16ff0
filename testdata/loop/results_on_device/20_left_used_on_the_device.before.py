# options: minor: false
# All of the results are joined on the device, and used there.
import torch

device = torch.device("cuda")


def accuracy(model, loader, score):
    guesses = []
    for x, _ in loader:
        with torch.no_grad():
            guesses.append(model(x.to(device)))
    return score(torch.cat(guesses))
