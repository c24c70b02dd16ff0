# Another script has a method of that name, too, and differentiates what it gives. Its objects never
# get here.
import torch
from torch import nn
from unet import UNet


class Diffusion(nn.Module):
    def __init__(self, net, steps):
        super().__init__()
        self.net = net
        self.steps = steps

    def p_sample(self, x, t):
        times = torch.full((len(x),), t)
        return x - self.net(x, times)

    def sample(self, n):
        x = torch.randn(n, 3, 64, 64)
        for t in reversed(range(self.steps)):
            x = self.p_sample(x, t)  # expect: no-grad-eval[unsafe]
        return x.clamp(-1, 1)

    def forward(self, x):
        return self.net(x, torch.zeros(len(x)))


class Averaged:
    def __init__(self, model):
        self.model = model


def main(paths):
    averaged = Averaged(Diffusion(UNet(), 1000))
    for path in paths:
        made = averaged.model.sample(64)
        torch.save(made.detach().clone(), path)


if __name__ == "__main__":
    main(["a.pt", "b.pt"])
