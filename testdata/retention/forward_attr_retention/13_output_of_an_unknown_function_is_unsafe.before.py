import torch


class Merge(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function
        self.activity = None

    def forward(self, x):
        y = self.function(x)
        self.activity = y  # expect: forward-attr-retention[unsafe]
        return y

    def mean(self):
        return float(self.activity.mean())
