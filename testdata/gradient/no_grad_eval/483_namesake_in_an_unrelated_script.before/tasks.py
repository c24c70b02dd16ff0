import torch
from torch import nn


class Task:
    def __init__(self, scale):
        self.scale = scale

    def sample(self, n):
        return self.scale * torch.randn(n, 8)


def main(tasks, steps):
    net = nn.Linear(8, 1)
    for _ in range(steps):
        for task in tasks:
            net.zero_grad()
            net(task.sample(16)).sum().backward()
            with torch.no_grad():
                for p in net.parameters():
                    p -= 0.1 * p.grad


if __name__ == "__main__":
    main([Task(1.0), Task(2.0)], 100)
