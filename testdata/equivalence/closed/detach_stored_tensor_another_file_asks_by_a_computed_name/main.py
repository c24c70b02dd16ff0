import torch

from parts import Trainer

torch.manual_seed(0)
trainer = Trainer()
trainer.fit([torch.ones(2, 4), torch.zeros(2, 4)])
for kept in getattr(trainer, "his" + "tory"):
    print("open" if getattr(kept, "requires" + "_grad") else "closed")
