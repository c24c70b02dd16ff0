import torch

from runner_1 import Runner
from trainer_1 import Trainer

torch.manual_seed(0)
batches = [(torch.randn(8, 4), torch.arange(8)) for _ in range(20)]
print(Runner(Trainer()).run("validate", batches=batches, epoch=0))
