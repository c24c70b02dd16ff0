# A subclass of Tensor, and an object with a tensor's name, do something there.
import torch


class Tracked(torch.Tensor):
    def detach(self):
        print("detached")
        return super().detach()


class Hidden:
    def __init__(self, size):
        self.value = torch.zeros(size)

    def detach(self):
        self.value = self.value.detach()


def any_tensor(x):
    y = x.as_subclass(Tracked)
    y = torch.relu(y)
    y.detach()


def state(memory, x):
    hidden = memory.hidden
    hidden.detach()
    return hidden.value + x
