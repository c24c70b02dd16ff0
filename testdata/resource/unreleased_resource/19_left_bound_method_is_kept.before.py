# Who has a method of the writer has the writer.
from torch.utils.tensorboard import SummaryWriter


def attach(trainers):
    for trainer in trainers:
        writer = SummaryWriter(trainer.name)
        trainer.on_step = writer.add_scalar
