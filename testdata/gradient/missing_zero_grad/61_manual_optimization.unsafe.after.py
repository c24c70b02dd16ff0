import pytorch_lightning as pl
import torch
from torch import nn


class Flow(pl.LightningModule):
    def __init__(self, decoder):
        super().__init__()
        self.decoder = nn.Linear(4, 4)
        self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        for part in batch.split(16):
            opt.zero_grad()
            loss = self.decoder(part).pow(2).mean()
            self.manual_backward(loss)  # expect: missing-zero-grad[unsafe]
            opt.step()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
