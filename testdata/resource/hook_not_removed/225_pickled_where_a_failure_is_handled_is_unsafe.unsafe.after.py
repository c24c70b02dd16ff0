# A lambda can't be pickled: with the hook on the module the first branch fails.
import pickle

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())


def embed(model, data):
    features = []
    handle = model[0].register_forward_hook(lambda module, given, output: features.append(output.mean()))  # expect: hook-not-removed[unsafe]
    for x in data:
        model(x)
    handle.remove()
    return len(features)


print(embed(net, [torch.ones(1, 2)] * 3))
try:
    pickle.dumps(net)
except Exception:
    print("weights alone")
