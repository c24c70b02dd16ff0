# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 1))
opt = torch.optim.SGD(critic.parameters(), lr=0.1)
def row(m, t): return m[t]
T = 16
for i in range(3):
    obs, ret = torch.randn(T, 32, 64), torch.randn(T, 32)
    values = torch.zeros(T, 32)
    for t in range(T):
        v = critic(obs[t]).squeeze(-1)
        dst = row(values, t)
        dst.copy_(v)
    loss = F.mse_loss(values, ret)
    if loss.requires_grad:
        opt.zero_grad(); loss.backward(); opt.step()
print(critic[0].weight.sum())
