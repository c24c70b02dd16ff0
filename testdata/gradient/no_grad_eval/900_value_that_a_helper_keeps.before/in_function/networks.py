from torch import nn


class InFunction(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.kept = []

    def penalty(self):
        return self.kept[-1].sum()

    def forward(self, x):
        out = self.layer(x)

        def store(value):
            self.kept.append(value)

        store(out)
        return out
