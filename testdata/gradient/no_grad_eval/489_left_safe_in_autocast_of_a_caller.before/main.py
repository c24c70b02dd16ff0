import torch
from engine import Engine


def main(loader, optimizer):
    engine = Engine(optimizer)
    with torch.autocast("cuda"):
        engine.fit(loader, 2)
