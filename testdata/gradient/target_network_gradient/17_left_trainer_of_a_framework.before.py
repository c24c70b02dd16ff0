import torch
import torch.nn.functional as F
from transformers import Trainer


class Distiller(Trainer):
    def prepare(self, net, teacher):
        self.net = net
        self.teacher_net = teacher
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)

    def training_step(self, inputs):
        later = self.teacher_net(inputs)
        loss = F.mse_loss(self.net(inputs), later)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
