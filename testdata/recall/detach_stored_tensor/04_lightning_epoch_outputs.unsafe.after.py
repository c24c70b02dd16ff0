# Reported at https://github.com/sktime/pytorch-forecasting/pull/1924
# The log dictionary of each training step, loss and all, waits in a list for the end of
# the epoch.
import torch
from lightning.pytorch import LightningModule


class BaseModel(LightningModule):
    def __init__(self, net, loss):
        super().__init__()
        self.net = net
        self.loss = loss
        self.training_step_outputs = []

    def training_step(self, batch, batch_idx):
        x, y = batch
        prediction = self.net(x)
        loss = self.loss(prediction, y)
        self.log("train_loss", loss)
        log = {"loss": loss.detach(), "n_samples": x.size(0)}
        self.training_step_outputs.append(log)  # expect: detach-stored-tensor[unsafe]
        return loss

    def on_train_epoch_end(self):
        total = sum(o["n_samples"] for o in self.training_step_outputs)
        print("samples", total)
        self.training_step_outputs.clear()
