import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.history = []
        self.curves = {"train": []}

    def step(self, x, y, optimizer):
        loss = self.criterion(self.model(x), y)
        loss.backward()
        optimizer.step()
        self.history.append(loss)  # expect: detach-stored-tensor[safe]
        self.curves["train"].append((len(self.history), loss))  # expect: detach-stored-tensor[safe]

    def mean(self):
        return torch.stack(self.history).mean().item()
