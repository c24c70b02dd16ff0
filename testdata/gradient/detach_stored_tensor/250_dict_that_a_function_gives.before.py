# Its values are what has a graph, and what is learned goes through them: no detach() fits.
import torch
from torch.nn import functional as F


def adapt(net, x, y, steps):
    weights = net.weights()
    for _ in range(steps):
        loss = F.cross_entropy(net(x, weights), y)
        grads = torch.autograd.grad(loss, list(weights.values()), create_graph=True)
        weights = {k: w - 0.1 * g for (k, w), g in zip(weights.items(), grads)}
    return weights


class Learner:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.recent = []

    def step(self, tasks):
        self.optimizer.zero_grad()
        for xs, ys, xq, yq in tasks:
            weights = adapt(self.net, xs, ys, 5)
            self.recent.append(weights)  # expect: detach-stored-tensor
            F.cross_entropy(self.net(xq, weights), yq).backward()
        self.optimizer.step()

    def spread(self):
        with torch.no_grad():
            return torch.stack([w["head"].flatten() for w in self.recent]).std().item()
