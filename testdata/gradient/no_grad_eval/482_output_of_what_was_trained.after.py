# options: minor: false
# The network is made, trained and asked in one function: its answer is no trial.
import torch
from torch import nn, optim
from torch.nn import functional as F


def probe(features, labels, others, answers, runs):
    accuracies = []
    for _ in range(runs):
        head = nn.Sequential(nn.Conv1d(64, 256, 3), nn.ReLU(), nn.Conv1d(256, 10, 3))
        optimizer = optim.Adam(head.parameters())
        for _ in range(100):
            optimizer.zero_grad()
            F.cross_entropy(head(features), labels).backward()
            optimizer.step()
        with torch.no_grad():
            guessed = head(others).argmax(dim=1)  # expect: no-grad-eval
        accuracies.append((guessed == answers).float().mean().item())
    return accuracies
