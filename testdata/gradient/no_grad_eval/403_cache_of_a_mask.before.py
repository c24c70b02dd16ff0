import torch
from torch import nn

from masks import subsequent_mask


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask = None
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        if self.mask is None or self.mask.shape[0] < len(x):
            self.mask = subsequent_mask(len(x)).to(x.device)
        return self.linear(x) * self.mask[: len(x)]


def train(model, optimizer, loader):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()


def talk(model: Model, text, steps):
    for step in range(steps):  # expect: no-grad-eval[unsafe]
        text += str(model(text.encoded()).argmax().item())
    print(text)
