# A framework trains.
import pytorch_lightning as pl
import torch


class Module(pl.LightningModule):
    def training_step(self, batch, index):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.model(batch).mean().backward(create_graph=True)
        optimizer.step()
