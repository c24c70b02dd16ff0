# rule: anomaly-mode
"""The handler counts the batches whose gradients are not numbers: without the mode none is found."""
import warnings

import torch


def skipped(batches):
    count = 0
    for x in batches:
        x.requires_grad_()
        try:
            with torch.autograd.detect_anomaly():
                torch.sqrt(x - x.detach()).mul(x * 0).sum().backward()
        except RuntimeError:
            count += 1
    return count


warnings.simplefilter("ignore")
torch.manual_seed(0)
print(skipped([torch.randn(3) for _ in range(4)]))
