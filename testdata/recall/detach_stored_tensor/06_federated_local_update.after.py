# Reported at https://github.com/guopengf/FL-MRCM/issues/10
# A federated client stores the adversarial loss of every batch; the authors detached it
# in the append in the end.
import copy

import torch
from torch import nn


class LocalUpdate:
    def __init__(self, args, loader):
        self.args = args
        self.loader = loader
        self.loss_func = nn.L1Loss()

    def train(self, net):
        net.train()
        optimizer = torch.optim.RMSprop(net.parameters(), lr=self.args.lr)
        epoch_loss = []
        for it in range(self.args.local_ep):
            batch_loss = []
            for images, target in self.loader:
                images, target = images.cuda(), target.cuda()
                optimizer.zero_grad()
                output = net(images)
                loss = self.loss_func(output, target)
                loss.backward()
                optimizer.step()
                batch_loss.append(loss.detach())  # expect: detach-stored-tensor[safe]
            epoch_loss.append((sum(batch_loss) / len(batch_loss)).item())
        return copy.deepcopy(net.state_dict()), sum(epoch_loss) / len(epoch_loss)
