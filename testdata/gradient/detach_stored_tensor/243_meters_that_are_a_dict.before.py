# options: minor: false
import torch
from torch import nn


class Meters(dict):
    def add(self, **values):
        for name, value in values.items():
            total, count = self.get(name, (0.0, 0))
            self[name] = (total + value, count + 1)

    def means(self):
        return {name: float(total) / count for name, (total, count) in self.items()}


def train(student, teacher, loader, optimizer):
    meters = Meters()
    for x, y in loader:
        with torch.no_grad():
            wanted = teacher(x)
        out = student(x)
        task = nn.functional.cross_entropy(out, y)
        match = nn.functional.mse_loss(out, wanted)
        loss = task + match
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters.add(task=task.item(), match=match)  # expect: detach-stored-tensor[unsafe]
    return meters.means()
