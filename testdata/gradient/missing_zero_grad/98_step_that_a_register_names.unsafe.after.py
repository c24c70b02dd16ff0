# The steps of a register are run one in the place of another: that one of them resets gradients
# does not serve the other.
import copy

import torch
from torch.nn import functional as F

STEPS = {}


def register(name):
    def enter(function):
        STEPS[name] = function
        return function

    return enter


@register("plain")
def plain_step(state, x, y):
    loss = F.mse_loss(state["net"](x), y)
    state["optimizer"].zero_grad()
    loss.backward()
    state["optimizer"].step()
    return loss.item()


@register("meta")
def meta_step(net, tasks, rate):
    last = 0.0
    for x, y in tasks:
        clone = copy.deepcopy(net)
        optimizer = torch.optim.SGD(clone.parameters(), lr=rate)
        for _ in range(100):
            optimizer.zero_grad()
            loss = F.mse_loss(clone(x), y)
            loss.backward()  # expect: missing-zero-grad[unsafe]
            optimizer.step()
        last += loss.item()
    return last
