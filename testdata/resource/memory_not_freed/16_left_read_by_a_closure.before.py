import torch


def pool(count):
    nets = []
    for _ in range(count):
        nets.append(torch.nn.Linear(1000, 1000))

    def pick(i):
        return nets[i]

    return pick
