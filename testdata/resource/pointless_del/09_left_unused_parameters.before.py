# A way to say that they are not used; the caller holds them.
import torch


def collate(batch, generator):
    del generator
    return batch
