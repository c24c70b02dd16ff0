# level: safe
# rule: no-grad-eval
import torch
from torch import nn
torch.manual_seed(0)
G = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 64))
D = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 1))
og = torch.optim.SGD(G.parameters(), lr=0.01); od = torch.optim.SGD(D.parameters(), lr=0.001)
bce = nn.BCEWithLogitsLoss()
for i in range(10):
    real, z = torch.randn(256, 64), torch.randn(256, 64)
    with torch.autocast('cpu', dtype=torch.bfloat16):
        fake = G(z)
        loss_d = bce(D(fake.detach()), torch.zeros(256, 1)) + bce(D(real), torch.ones(256, 1))
        loss_g = bce(D(G(torch.randn(256, 64))), torch.ones(256, 1))
    od.zero_grad()
    loss_d.backward()
    od.step()
    og.zero_grad()
    loss_g.backward()
    og.step()
print(G[0].weight.sum(), [p.grad is None for p in G.parameters()])
