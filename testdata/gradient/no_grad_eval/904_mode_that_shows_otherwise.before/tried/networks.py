from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.word = "is_grad_enabled"


class Tried(Network):
    def forward(self, x):
        out = self.layer(x)
        try:
            out.numpy()
        except RuntimeError:
            return out
        return -out
