import importlib

import torch

torch.manual_seed(0)
trainer = importlib.import_module("".join(["par", "ts"])).Trainer()
trainer.fit([torch.ones(2, 4), torch.zeros(2, 4)])
print([kept.requires_grad for kept in trainer.history])
