# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Probe:
    def __init__(self):
        self.backbone = nn.Linear(512, 512)
        self.weight = nn.Parameter(torch.zeros(512, 10))
        self.optimizer = torch.optim.SGD([self.weight], lr=0.1)

    def step(self, x, y):
        logits = self.backbone(x).detach() @ self.weight
        loss = nn.functional.cross_entropy(logits, y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


probe = Probe()
for _ in range(3):
    print(round(probe.step(torch.randn(64, 512), torch.randint(10, (64,))), 5))
print(probe.weight[0].tolist())
