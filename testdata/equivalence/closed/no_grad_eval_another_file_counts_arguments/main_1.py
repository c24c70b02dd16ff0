import torch
from torch import nn
from trainer_1 import Trainer

torch.manual_seed(0)


class Classifier:
    def __init__(self):
        self.net = nn.Linear(512, 512)

    def validation_step(self, batch, epoch):
        self.net.eval()
        print(epoch, self.net(batch).argmax(1).tolist())


Trainer(Classifier()).validate(torch.randn(2, 3, 512))
