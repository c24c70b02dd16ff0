import pytorch_lightning as pl
import torch
import torch.nn as nn
import torchvision


class Painter(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.generator = nn.Linear(100, 3000)

    def forward(self, z):
        return self.generator(z)

    def training_step(self, batch, batch_idx):
        return self(batch).pow(2).mean()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())

    @torch.no_grad()
    def on_train_epoch_end(self):
        images = self(torch.randn(64, 100))  # expect: no-grad-eval[safe]
        grid = torchvision.utils.make_grid(images)
        for logger in self.loggers:
            logger.experiment.add_image("generated", grid, self.current_epoch)

    def on_validation_epoch_end(self):
        images = self(torch.randn(64, 100))
        self.logger.experiment.add_image("validated", images, self.current_epoch)
