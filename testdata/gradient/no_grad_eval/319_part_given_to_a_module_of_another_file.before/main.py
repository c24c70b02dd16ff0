# Any method runs what was put into the object, whatever file its class is of.
import torch

from networks import Encoder


def plain(batches):
    net = Encoder()
    net.load_state_dict(torch.load("net.pt"))
    hits = 0
    for x, y in batches:  # expect: no-grad-eval[safe]
        hits += (net.encode(x).argmax(1) == y).sum().item()
    return hits


def changed(batches):
    net = Encoder()
    net.load_state_dict(torch.load("net.pt"))
    net.layer = torch.load("layer.pt")
    hits = 0
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        hits += (net.encode(x).argmax(1) == y).sum().item()
    return hits


print(plain(torch.load("test.pt")), changed(torch.load("test.pt")))
