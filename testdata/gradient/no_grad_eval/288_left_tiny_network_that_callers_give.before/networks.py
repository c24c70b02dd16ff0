from torch import nn

HIDDEN = 64


class Critic(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.value = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))

    def forward(self, x):
        return self.value(x)
