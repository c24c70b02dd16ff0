# level: safe
# rule: no-grad-eval
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Probe:
    def __init__(self):
        self.backbone = nn.Linear(512, 512)
        self.heads = nn.ParameterList([nn.Parameter(torch.zeros(10, 512)) for _ in range(2)])
        self.optimizer = torch.optim.SGD(self.heads, lr=0.1)

    def step(self, x, y, task):
        loss = F.cross_entropy(F.linear(self.backbone(x).detach(), self.heads[task]), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


probe = Probe()
for task in (0, 1, 0):
    print(round(probe.step(torch.randn(64, 512), torch.randint(10, (64,)), task), 6))
