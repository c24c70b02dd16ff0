# An object or a list keeps it.
import tempfile

from torch.utils.tensorboard import SummaryWriter


class Logger:
    def __init__(self, name):
        self.writer = SummaryWriter(name)


def collect(names, folders):
    for name in names:
        folders.append(tempfile.mkdtemp(prefix=name))
