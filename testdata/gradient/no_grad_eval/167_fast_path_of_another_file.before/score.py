import torch
from encoder import Encoder


def score(model, loader):
    model.eval()
    for tokens in loader:  # expect: no-grad-eval[unsafe]
        print(torch.mean(model(tokens)).item())


def run(loader):
    score(Encoder(8), loader)
