import torch


class Judge:
    def __init__(self, net, fake):
        self.net = net
        self.fake = fake

    def step(self, real):
        loss = self.net(real).mean() - self.net(self.fake).mean()
        loss.backward()


def train(g, d, loader, opt_g, opt_d):
    for x, y in loader:
        fake = g(x)
        judge = Judge(d, fake)
        loss = -d(fake).mean()
        opt_g.zero_grad()
        loss.backward(retain_graph=True)
        opt_g.step()
        opt_d.zero_grad()
        judge.step(y)
        opt_d.step()
