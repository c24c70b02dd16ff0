# A sampler runs one network on what came of the step before: its chain of graphs is as long as
# the schedule. Layers of a flow are others in each step, and who gives probabilities back beside
# the samples may want them differentiated.
import torch
from torch import nn


class Diffusion(nn.Module):
    def __init__(self, net, steps):
        super().__init__()
        self.net = net
        self.steps = steps

    def denoise(self, x, t):
        return x - self.net(x, t)

    def forward(self, x, t):
        return ((self.denoise(x, t) - x) ** 2).mean()

    def p_sample_loop(self, shape):
        x = torch.randn(shape)
        for t in reversed(range(self.steps)):
            noised = x + torch.randn_like(x)
            x = self.denoise(noised, t)  # expect: no-grad-eval[unsafe]
        return x.clamp(-1, 1)

    def rollout(self, shape):
        x = torch.randn(shape)
        for t in reversed(range(self.steps)):
            x = self.denoise(x, t)
        return x

    def sample_with_probabilities(self, shape):
        x, total = torch.randn(shape), 0
        for t in reversed(range(self.steps)):
            x = self.denoise(x, t)
            total = total + torch.distributions.Normal(x, 1.0).log_prob(x)
        return x, total


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(512, 512) for _ in range(8))

    def forward(self, x):
        return x

    def sample(self, n):
        x = torch.randn(n, 512)
        for layer in self.layers:
            x = layer(x)
        return x

    def sample_once(self, n):
        return self.layers[0](torch.randn(n, 512))
