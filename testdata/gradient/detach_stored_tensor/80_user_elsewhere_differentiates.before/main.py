import torch
from torch import nn

from trainer import Trainer

trainer = Trainer(nn.Linear(2, 1))
for x in torch.randn(3, 4, 2):
    trainer.step(x)
sum(trainer.losses).backward()
