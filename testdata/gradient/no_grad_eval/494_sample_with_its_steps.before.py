# A sample is drawn step by step, and the steps are given beside it. What else a function gives
# beside may be meant to be differentiated.
import torch
from torch import nn


class Diffusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))

    def forward(self, x):
        return self.net(x).pow(2).mean()

    def p_step(self, x, i):
        return x - self.net(x) / (i + 1)

    def sample(self, n, count):
        x = torch.randn(n, 512)
        frames = []
        for i in reversed(range(count)):
            x = self.p_step(x, i)  # expect: no-grad-eval[unsafe]
            if i % 25 == 0:
                frames.append(x.clamp(-1, 1))
        return x.clamp(-1, 1), frames

    def sample_words(self, x, count):
        scores = []
        for i in range(count):
            x = self.p_step(x, i)
            scores.append(torch.log_softmax(x, -1).max())
        return x, scores

    def sample_weights(self, x, count):
        weights = []
        for i in range(count):
            x = self.p_step(x, i)
            score = self.net(x).mean()
            weights.append(score)
        return x, weights
