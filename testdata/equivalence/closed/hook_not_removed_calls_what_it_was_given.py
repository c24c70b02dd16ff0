# level: unsafe
# rule: hook-not-removed
import torch
from torch import nn


class Recorder:
    def __init__(self):
        self.shapes = []

    def note(self, tensor):
        self.shapes.append(tensor.shape[0])


def run(net, x, recorder):
    def hook(module, given, output):
        recorder.note(output)

    net.register_forward_hook(hook)
    return net(x).sum().item()


torch.manual_seed(0)
net, recorder = nn.Linear(4, 3), Recorder()
print(run(net, torch.ones(2, 4), recorder))
net(torch.ones(5, 4))
print(recorder.shapes)
