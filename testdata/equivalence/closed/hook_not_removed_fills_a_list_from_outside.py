# level: safe
# rule: hook-not-removed
import torch
from torch import nn


def features_of(net, x):
    store = feats

    def keep(m, i, o):
        store.append(1)

    net.register_forward_hook(keep)
    net(x)


net = nn.Linear(4, 1)
feats = []
features_of(net, torch.ones(2, 4))
net(torch.ones(2, 4))
print(len(feats))
