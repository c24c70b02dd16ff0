# rule: pointless-del
"""At the end of a module it decides what the module offers."""
import torch

torch.manual_seed(0)
table = torch.randn(4, 4)
total = table.sum()
print(sorted(name for name in globals() if not name.startswith("_")))
