# Lightning runs the hooks of training with gradients on, so do their helpers.
import pytorch_lightning as pl
import torch


class Net(pl.LightningModule):
    def __init__(self, encoder, probes):
        super().__init__()
        self.encoder = encoder
        self.probes = probes

    def training_step(self, batch, index):
        return self.encoder(batch).mean()

    def on_train_epoch_end(self):
        self.log("hits", self._count_hits())

    @torch.no_grad()
    def _count_hits(self):
        self.encoder.eval()
        hits = 0
        for x, y in self.probes:  # expect: no-grad-eval[unsafe]
            hits += (self.encoder(x).argmax(1) == y).sum().item()
        return hits
