import sys
import types
import torch

plain = torch.cat


def noisy(*given, **named):
    print("cat")
    return plain(*given, **named)


fake = types.ModuleType("torch")
fake.__dict__.update(torch.__dict__)
fake.__dict__["cat"] = noisy
sys.modules.update({"torch": fake})
