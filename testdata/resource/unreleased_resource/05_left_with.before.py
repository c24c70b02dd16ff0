# A with statement closes a writer.
from torch.utils.tensorboard import SummaryWriter


def validate(folds, train):
    for fold in folds:
        with SummaryWriter(f"runs/{fold}") as writer:
            writer.add_scalar("loss", train(fold))
