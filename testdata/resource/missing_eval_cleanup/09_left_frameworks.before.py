import pytorch_lightning as pl
import torch


class Net(pl.LightningModule):
    def validate_all(self, loader):
        self.net.eval()
        total = 0.0
        for x in loader:
            total += self.net(x).mean().item()
        return total
