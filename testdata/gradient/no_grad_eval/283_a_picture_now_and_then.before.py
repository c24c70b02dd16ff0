# options: minor: false
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 64, 3)

    def forward(self, x):
        return self.conv(x)


def draw(net: Net, states):
    for i, batch in enumerate(np.array_split(states, 64)):  # expect: no-grad-eval[unsafe]
        shown = net(torch.tensor(batch)).detach().cpu().numpy()
        if i % 32 == 0:
            plt.clf()
            plt.bar(range(len(shown)), shown.mean(axis=(1, 2, 3)))
            plt.savefig(f"{i}.png")
