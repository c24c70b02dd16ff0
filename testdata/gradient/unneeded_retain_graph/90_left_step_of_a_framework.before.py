import pytorch_lightning as pl
import torch


class Net(pl.LightningModule):
    def training_step(self, batch, index):
        optimizer = self.optimizers()
        for images in self.loader:
            optimizer.zero_grad()
            loss = torch.mean(self(images))
            loss.backward(retain_graph=True)
            optimizer.step()
