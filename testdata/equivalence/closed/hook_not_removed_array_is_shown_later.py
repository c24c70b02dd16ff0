# level: safe
# rule: hook-not-removed
import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def watch(model, x):
    means = np.zeros(8, dtype=np.float32)

    def track(module, inputs, output):
        means[:] = output.detach().mean(0).numpy()

    model[0].register_forward_hook(track)
    model(x)
    print("before", means.tolist())
    return torch.from_numpy(means)


shown = watch(net, torch.randn(16, 4))
net(torch.ones(16, 4))
print(shown.tolist())
