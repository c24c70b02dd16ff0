import torch


class ReplayBuffer:
    def __init__(self):
        self.data = []

    def push_and_pop(self, data):
        for element in data:
            self.data.append(element)
        return self.data[-1]

    def push(self, *transition):
        self.data.append(transition)


def train(generator, discriminator, loader, optimizer):
    pool = ReplayBuffer()
    for x in loader:
        fake = generator(x)
        old = pool.push_and_pop(fake.detach())
        loss = discriminator(old).mean()
        loss.backward()
        optimizer.step()
