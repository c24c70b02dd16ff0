import torch


def judge(net, real, fake, crit):
    loss = crit(net(real), True) + crit(net(fake), False)
    loss.backward()
    return loss


def train(g, d, loader, opt_g, opt_d, crit):
    for x, y in loader:
        fake = g(x)
        loss = crit(d(fake), True)
        opt_g.zero_grad()
        loss.backward(retain_graph=True)
        opt_g.step()
        opt_d.zero_grad()
        other = judge(d, y, fake, crit)
        opt_d.step()
        print(loss.item(), other.item())


class Trainer:
    def __init__(self, model, criterion, optimizer):
        self.model = model
        self.criterion = criterion
        self.optimizer = optimizer

    def step(self, hidden, y):
        loss = self.criterion(self.model(hidden), y)
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)
        self.optimizer.step()

    def fit(self, encoder, loader):
        for x, y in loader:
            hidden = encoder(x)
            self.step(hidden, y)
            encoder(hidden).sum().backward()
