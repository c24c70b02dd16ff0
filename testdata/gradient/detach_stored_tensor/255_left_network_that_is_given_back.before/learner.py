import torch
import torch.nn.functional as F


class Learner:
    def __init__(self, net):
        self.net = net

    def tuned(self, task):
        x, y = task
        net = self.net.clone()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(5):
            loss = F.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return loss.item(), net
