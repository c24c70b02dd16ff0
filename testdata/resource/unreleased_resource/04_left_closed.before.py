# Closed.
from torch.utils.tensorboard import SummaryWriter


def validate(folds, train):
    for fold in folds:
        writer = SummaryWriter(f"runs/{fold}")
        writer.add_scalar("loss", train(fold))
        writer.close()
