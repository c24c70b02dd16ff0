import torch
from torch import nn


class Prompt(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.prompt = nn.Parameter(torch.zeros(4), requires_grad=True)

    def gradient(self, x, criterion, y):
        criterion(self.model(x + self.prompt), y).backward()
        return self.prompt.grad
