# level: safe
# rule: hook-not-removed
import torch
from torch import nn
torch.manual_seed(0)
def features(model, xs):
    feats = []
    model[0].register_forward_hook(lambda m, i, o: feats.append(o.detach()))
    outs = (model(x) for x in xs)
    s = sum(o.sum().item() for o in outs)
    return len(feats), s
model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
for i in range(3):
    print(features(model, [torch.randn(2, 4)] * 3))
