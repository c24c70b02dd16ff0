from torch import nn

HIDDEN = 1024


def layers_of(sizes, output):
    layers = []
    for size in sizes:
        layers.append(nn.Linear(size, HIDDEN))
        layers.append(nn.ReLU())
    return nn.Sequential(*layers, nn.Linear(HIDDEN, output))


class Critic(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.value = layers_of([inputs, HIDDEN], 1)

    def forward(self, x):
        return self.value(x)
