# Closed a step later.
from torch.utils.tensorboard import SummaryWriter


def run(names, train):
    writer = None
    for name in names:
        if writer is not None:
            writer.close()
        writer = SummaryWriter(name)
        writer.add_scalar("loss", train(name))
