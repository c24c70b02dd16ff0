# What forward() keeps of its first run is a mask, which has no graph whoever runs it first.
import torch
import torch.nn as nn


class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(512, 512)
        self.mask = None

    def forward(self, x):
        if self.mask is None or len(self.mask) < len(x):
            self.mask = torch.tril(torch.ones(len(x), 512))
        return self.fc(x) * self.mask[: len(x)]


def train(net, batches, optimizer):
    for x in batches:
        loss = net(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def best(net: Masked, batches):
    for x in batches:  # expect: no-grad-eval[unsafe]
        print(net(x).argmax().item())
