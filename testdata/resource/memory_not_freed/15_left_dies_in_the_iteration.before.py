import torch


def run(batches):
    for batch in batches:
        parts = []
        parts.append(torch.randn(1000, 1000))


def once():
    parts = []
    parts.append(torch.nn.Linear(1000, 1000))
