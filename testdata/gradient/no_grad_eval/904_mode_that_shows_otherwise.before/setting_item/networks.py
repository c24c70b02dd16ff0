from torch import nn


class SettingItem(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        out = self.layer(x)
        try:
            self.layer.weight[0] = 1
        except RuntimeError:
            return out
        return -out
