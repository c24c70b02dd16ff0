# Each run of the hook draws random numbers, and later runs would draw others without it.
import torch


def measure(net, x):
    def look(module, args, output):
        mask = output.sigmoid().bernoulli()

    handle = net.register_forward_hook(look)  # expect: hook-not-removed[unsafe]
    y = net(x)
    handle.remove()
    return float(y.sum())
