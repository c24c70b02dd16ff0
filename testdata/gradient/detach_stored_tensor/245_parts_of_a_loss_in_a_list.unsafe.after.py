# options: minor: false
import torch
import torch.nn.functional as F


def at_all_scales(outs, target, weights):
    total, parts = 0.0, []
    for out, weight in zip(outs, weights):
        part = F.cross_entropy(out, target)
        parts.append(part)
        total = total + weight * part
    return total, parts


class Engine:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.first, self.others = [], []

    def train(self, loader):
        for x, y in loader:
            loss, parts = at_all_scales(self.model(x), y, (1.0, 0.4, 0.2))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.first.append(parts[0].item())
            self.others.append(sum(parts[1:]).detach())  # expect: detach-stored-tensor[unsafe]
        print(self.first[-1], float(self.others[-1]))
