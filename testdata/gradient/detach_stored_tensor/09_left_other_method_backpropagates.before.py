import torch


class Agent:
    def __init__(self, net, criterion, optimizer):
        self.net = net
        self.criterion = criterion
        self.optimizer = optimizer
        self.losses = []

    def observe(self, loader):
        for x, y in loader:
            self.losses.append(self.criterion(self.net(x), y))

    def learn(self):
        loss = torch.stack(self.losses).mean()
        loss.backward()
        self.optimizer.step()
        self.losses = []
