# Nothing in the program trains, but a module leaves it to who runs it whether gradients are on.
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4096, 4096)

    def encode(self, x):
        y = self.body(x)
        return y / y.norm()

    def forward(self, x):
        return self.encode(x)


@torch.no_grad()
def main(paths):
    net = Encoder()
    for path in paths:
        torch.save(net.encode(torch.load(path)), path)


if __name__ == "__main__":
    main(["a.pt", "b.pt"])
