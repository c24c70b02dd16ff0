import torch.nn.functional as F
from torch import nn
from trainer import Trainer


class Segmentation(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch):
        x, y = batch
        logits = self(x)
        bce = F.binary_cross_entropy_with_logits(logits, y)
        dice = 1 - (logits.sigmoid() * y).mean()
        return {"loss": bce + dice, "bce": bce.detach(), "dice": dice}


def main(net, optimizer, loader):
    Trainer(optimizer, []).fit(Segmentation(net), loader)
