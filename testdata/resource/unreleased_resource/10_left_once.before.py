# One, at the end of the program.
import tempfile

from torch.utils.tensorboard import SummaryWriter


def main():
    writer = SummaryWriter()
    folder = tempfile.mkdtemp()
    with open(folder + "/log", "w") as file:
        writer.add_text("log", file.name)


main()
