# What a hook that is not in the file does to the gradients of the output, nobody sees.
import torch

from elsewhere import keep


def measure(net, x):
    def look(module, args, output):
        output.register_hook(keep)

    net.register_forward_hook(look)
    y = net(x)
    return float(y.sum())
