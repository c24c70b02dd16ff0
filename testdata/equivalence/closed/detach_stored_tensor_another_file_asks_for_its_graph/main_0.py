"""A file that never differentiates asks whether the losses that a trainer keeps have graphs."""
import torch

from trainer_0 import Trainer

torch.manual_seed(0)
trainer = Trainer(torch.nn.Linear(4, 1))
trainer.fit([torch.randn(8, 4) for _ in range(3)])
print(sum(2.0 if loss.requires_grad else 1.0 for loss in trainer.history))
