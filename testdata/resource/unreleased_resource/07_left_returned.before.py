# The caller gets it.
import os
import tempfile

from torch.utils.tensorboard import SummaryWriter


def make_folder():
    return tempfile.mkdtemp()


def make_page(text):
    folder = tempfile.mkdtemp()
    page = os.path.join(folder, "page.html")
    with open(page, "w") as file:
        file.write(text)
    return page


def make_writer(name):
    writer = SummaryWriter(name)
    return writer
