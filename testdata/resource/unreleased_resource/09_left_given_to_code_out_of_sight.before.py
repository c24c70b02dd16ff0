# Who gets the writer may close it.
from tools import Trainer
from torch.utils.tensorboard import SummaryWriter


def run(configs):
    for config in configs:
        writer = SummaryWriter(config.name)
        Trainer(config, writer).fit()
