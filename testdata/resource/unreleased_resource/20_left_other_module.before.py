# The same names elsewhere mean something else.
from mine import SummaryWriter, tempfile


def work(items):
    for item in items:
        writer = SummaryWriter(item)
        writer.add_scalar("x", len(tempfile.mkdtemp()))
