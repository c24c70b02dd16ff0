import contextlib

import torch


@contextlib.contextmanager
def half():
    with torch.autocast("cpu", dtype=torch.bfloat16):
        yield
