import torch
from model import Encoder, Spared


def show(trunk, path, loader):
    encoder = Encoder(trunk).eval()
    encoder.load_state_dict(torch.load(path))
    for x in loader:  # expect: no-grad-eval[unsafe]
        print(encoder(x).argmax().item())


def show_spared(trunk, path, loader):
    spared = Spared(trunk).eval()
    spared.load_state_dict(torch.load(path))
    for x in loader:
        print(spared(x).argmax().item())
