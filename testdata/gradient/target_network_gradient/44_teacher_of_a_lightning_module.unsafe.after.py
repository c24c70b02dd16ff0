import copy

import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from nets import Encoder


class MeanTeacher(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.student = Encoder()
        self.teacher = copy.deepcopy(self.student)

    def forward(self, x):
        return self.student(x)

    def training_step(self, batch, index):
        x, y = batch
        output = self(x)
        with torch.no_grad():
            wanted, _ = self.teacher(x)  # expect: target-network-gradient[unsafe]
        return F.cross_entropy(output, y) + F.mse_loss(output, wanted)

    def configure_optimizers(self):
        return torch.optim.Adam(self.student.parameters())
