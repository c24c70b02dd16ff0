# options: minor: false
from torch.utils.tensorboard import SummaryWriter


def report(name, losses):
    writer = SummaryWriter("runs/" + name)  # expect: unreleased-resource[unsafe]
    for step, loss in enumerate(losses):
        writer.add_scalar("loss", loss, step)
