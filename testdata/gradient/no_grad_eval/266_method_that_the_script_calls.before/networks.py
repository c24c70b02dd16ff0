from torch import nn


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4096, 4096)

    def forward(self, x):
        return self.head(x)
