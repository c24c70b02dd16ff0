from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.word = "is_grad_enabled"


class Errors(Network):
    def forward(self, x):
        out = self.layer(x)
        if out.shape[0] > 4096:
            raise ValueError(f"too many: {out}")
        name = f"{self.word} {out.shape} {x.size(0)}"
        try:
            width = int(name.split()[-1])
        except ValueError:
            width = 1
        return out / width
