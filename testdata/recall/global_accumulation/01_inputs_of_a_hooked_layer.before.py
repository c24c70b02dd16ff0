# Reported at https://github.com/pytorch/pytorch/issues/36372
# mutations: no-nesting
# Lists at the top of a script take the inputs and gradients of every call of a layer and
# are never emptied.
import torch
from torch import nn

conv_inputs = []


def fw_hook_fn(module, input, output):
    print("fw hook {}".format(type(module).__name__))
    conv_inputs.append(input)  # expect: global-accumulation[report]


def train(net, loader, optimizer):
    net.conv1.register_forward_hook(fw_hook_fn)
    for image, label in loader:
        loss = nn.functional.cross_entropy(net(image), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
