# One thread and one file more for each fold.
from torch.utils.tensorboard import SummaryWriter


def validate(folds, train):
    for fold in folds:
        writer = SummaryWriter(f"runs/{fold}")  # expect: unreleased-resource[unsafe]
        for step in range(100):
            writer.add_scalar("loss", train(fold), step)
        writer.close()
        print(fold)
