# level: safe
# rule: hook-not-removed
import torch
from torch import nn


def loss_of(net, x):
    norms = []

    def hook(module, given, output):
        norms.append(output[0].norm().item())
        return None

    net.register_full_backward_hook(hook)
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)
    print(len(norms))
    return loss


torch.manual_seed(0)
net = nn.Linear(4, 3)
x = torch.ones(2, 4, requires_grad=True)
x.register_hook(print)
loss = loss_of(net, x)
print(type(loss.grad_fn).__name__, len(net._backward_hooks))
loss.backward()
