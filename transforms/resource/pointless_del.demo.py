# rule: pointless-del
# level: safe
# measure: lines
# leak: total
# output: same
# option: remove: true
"""Names that the end of the function takes away anyway."""
import torch


def spread(x):
    centred = torch.zeros(100, 100)
    value = centred.mean().item() + x.mean().item()
    del centred
    return value


torch.manual_seed(0)
for size in (4, 64, 256):
    print(size, spread(torch.randn(size, size)))
