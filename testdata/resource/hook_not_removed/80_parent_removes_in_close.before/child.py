import torch

from base import Recorder


class Shapes(Recorder):
    def watch(self, net, x):
        seen = []
        self.handles.append(net.register_forward_hook(lambda m, i, o: seen.append(o.shape)))
        net(x)
        return seen
