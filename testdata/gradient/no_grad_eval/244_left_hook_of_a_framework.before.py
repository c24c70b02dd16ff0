import pytorch_lightning as pl


class Net(pl.LightningModule):
    def on_save_checkpoint(self, checkpoint):
        self.encoder.eval()
        for images in self.samples:
            checkpoint["classes"] = self.encoder(images).argmax(1).tolist()
