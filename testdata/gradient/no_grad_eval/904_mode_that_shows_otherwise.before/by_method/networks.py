from torch import nn


class ByMethod(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        out = self.layer(x)
        return out if out.__getattribute__("requires_grad") else -out
