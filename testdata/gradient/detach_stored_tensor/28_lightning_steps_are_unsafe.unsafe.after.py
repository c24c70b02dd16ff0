import torch
import pytorch_lightning as pl


class Model(pl.LightningModule):
    def __init__(self, net, criterion):
        super().__init__()
        self.net = net
        self.criterion = criterion
        self.training_step_outputs = []

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = self.criterion(self.net(x), y)
        self.training_step_outputs.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
        return loss

    def on_train_epoch_end(self):
        self.log("epoch_loss", torch.stack(self.training_step_outputs).mean())
        self.training_step_outputs.clear()

    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.training_step_outputs.append(self.criterion(self.net(x), y))
