from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.word = "is_grad_enabled"


class Imported(Network):
    def forward(self, x):
        from modes import is_on

        out = self.layer(x)
        return out if is_on() else -out
