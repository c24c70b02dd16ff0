# What is certainly a plain tensor has nothing to do with the other class.
import torch


class Memory:
    def detach(self):
        self.value = self.value.detach()


def step(x, y):
    loss = torch.nn.functional.mse_loss(x, y)
    loss.backward()
    loss.detach(); loss = None  # expect: noop-detach[safe]
    return loss
