import torch


class Merge(torch.nn.Module):
    def __init__(self, function, count):
        super().__init__()
        self.function = function
        self.count = count

    def forward(self, x):
        size = self.count(x)
        self.size = size
        name = self.count()
        self.name = name
        return self.function(x)


class Counter:
    def forward(self, x):
        size = self.count(x)
        self.size = size
        return size
