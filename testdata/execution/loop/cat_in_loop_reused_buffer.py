# rule: cat-in-loop
"""The part is one buffer that every iteration fills anew: cat copies it in time."""
import torch


def collect(batches):
    buffer = torch.zeros(1, 3)
    total = torch.zeros(0, 3)
    for batch in batches:
        buffer.copy_(batch.mean(0, keepdim=True))
        total = torch.cat([total, buffer])
    return total


torch.manual_seed(0)
print(collect(torch.randn(4, 5, 3)))
