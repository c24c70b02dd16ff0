# mutations: no-nesting
import torch

state = None


def reset():
    global state
    state = torch.zeros(1000)
    del state


def make(x):
    y = torch.relu(x)

    def inner():
        return y

    print(inner())
    del y
