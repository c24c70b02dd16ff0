# The sum of an object of which the file reads numbers alone, in a method that gives the value on.
import torch
from torch.nn import functional as F


class Distillation:
    def __init__(self, teacher):
        self.teacher = teacher
        self.cosine = 0.0
        self.count = 0

    def __call__(self, output, x):
        target = self.teacher(x)
        self.cosine += F.cosine_similarity(output, target).mean().detach()  # expect: detach-accumulated-loss[unsafe]
        self.count += 1
        return F.mse_loss(output, target)

    def mean(self):
        mean = float(self.cosine) / self.count
        self.cosine, self.count = 0.0, 0
        return mean


class Reflecting:
    def __init__(self, teacher):
        self.teacher = teacher
        self.angle = 0.0

    def __call__(self, output, x):
        target = self.teacher(x)
        self.angle += F.cosine_similarity(output, target).mean()
        return F.mse_loss(output, target)

    def penalty(self):
        return self.angle * 2
