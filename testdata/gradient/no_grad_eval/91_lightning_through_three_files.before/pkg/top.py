import torch

from .middle import Middle


class Top(Middle):
    def test_step(self, batch, index):
        self.net.eval()
        hits = 0
        for part in batch:
            hits += self.net(part).argmax(dim=1).sum().item()
        return hits
