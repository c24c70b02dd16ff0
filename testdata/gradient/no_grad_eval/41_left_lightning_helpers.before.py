# Run by the framework without gradients, by both, or by nobody we see; with gradients at the end
# of an epoch of training.
import pytorch_lightning as pl
import torch


class Net(pl.LightningModule):
    def __init__(self, encoder, probes):
        super().__init__()
        self.encoder = encoder
        self.probes = probes

    def on_validation_epoch_end(self):
        self.log("hits", self._count_hits())

    def on_train_epoch_end(self):
        self.log("train hits", self._through_another())
        self.encoder.eval()
        for x, _ in self.probes:  # expect: no-grad-eval[unsafe]
            print(self.encoder(x).argmax(1))

    def test_step(self, batch, index):
        self._through_another()

    def _through_another(self):
        return self._count()

    def _count_hits(self):
        self.encoder.eval()
        hits = 0
        for x, y in self.probes:
            hits += (self.encoder(x).argmax(1) == y).sum().item()
        return hits

    def _count(self):
        self.encoder.eval()
        hits = 0
        for x, y in self.probes:
            hits += (self.encoder(x).argmax(1) == y).sum().item()
        return hits

    def evaluate_probes(self):
        self.encoder.eval()
        for x, _ in self.probes:
            print(self.encoder(x).argmax(1))
