import pytorch_lightning as pl
import torch.nn.functional as F


class Net(pl.LightningModule):
    def attack(self, images, labels):
        images.requires_grad = True
        loss = F.nll_loss(self(images), labels)
        loss.backward()
        return images.grad.data.sign()
