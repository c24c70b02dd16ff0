import torch
import torch.nn as nn
import torch.nn.functional as F

from rounds import Ensemble, Rounds


def train(model, loader, optimizer):
    for batch, labels in loader:
        loss = F.cross_entropy(model(batch), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    rounds = Rounds()
    model = Ensemble([nn.Linear(512, 512) for _ in range(3)])
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for epoch in range(100):
        rounds.end(model, train(model, torch.load("data.pt"), optimizer))
    print(rounds.scores)
