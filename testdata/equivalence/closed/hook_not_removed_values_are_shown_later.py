# level: safe
# rule: hook-not-removed
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def watch(model, x):
    spread = {}

    def track(module, inputs, output):
        spread["std"] = output.std().item()

    model[0].register_forward_hook(track)
    model(x)
    print("before", spread["std"])
    return spread.values()


shown = watch(net, torch.randn(16, 4))
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
for step in range(3):
    loss = net(torch.randn(16, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, *shown)
