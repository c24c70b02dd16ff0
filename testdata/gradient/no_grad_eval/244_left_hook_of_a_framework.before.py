import pytorch_lightning as pl
import torch


class Net(pl.LightningModule):
    def on_save_checkpoint(self, checkpoint):
        self.encoder.eval()
        for images in self.samples:
            checkpoint["classes"] = torch.argmax(self.encoder(images), 1).tolist()
