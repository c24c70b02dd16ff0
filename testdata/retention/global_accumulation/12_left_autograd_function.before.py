# A custom autograd function that stores its input has a rule of its own.
import torch

saved = []


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        saved.append(x)
        return x * x
