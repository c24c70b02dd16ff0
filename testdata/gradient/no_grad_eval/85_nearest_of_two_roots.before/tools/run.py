import torch
from torch import nn

from extractors import Extractor


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.extractor = Extractor()

    def bank(self, loader):
        self.extractor.eval()
        count = 0
        for batch in loader:  # expect: no-grad-eval[safe]
            count += len(self.extractor(batch).argmax(dim=1))
        return count
