import torch


class Solver:
    def __init__(self, net, points):
        self.net, self.points = net, points

    def loss(self):
        return self.net(self.points).pow(2).mean()

    def refine(self, candidates):
        score = self.net(candidates).detach().abs().squeeze(1)
        self.points = torch.cat([self.points, candidates[score.topk(100).indices]])

    def train(self, optimizer, candidates):
        for step in range(30000):
            optimizer.zero_grad()
            self.loss().backward()
            optimizer.step()
            if step % 1000 == 0:
                self.refine(candidates)
