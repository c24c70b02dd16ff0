from torch import nn


class OfImportedModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        out = self.layer(x)
        return out if __import__("torch").is_grad_enabled() else -out
