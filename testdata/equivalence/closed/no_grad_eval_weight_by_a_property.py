# level: safe
# rule: no-grad-eval
import torch
from torch import nn

torch.manual_seed(0)


class Scaler:
    def __init__(self):
        self.net = nn.Linear(512, 512)
        self.raw = torch.zeros(512, requires_grad=True)

    @property
    def scale(self):
        return self.raw.exp()

    def validate(self, loader):
        self.net.eval()
        total = 0.0
        for x in loader:
            total += self.net(x).abs().mean().item()
        return total, self.scale


scaler = Scaler()
optimizer = torch.optim.SGD([scaler.raw], lr=0.1)
data = [torch.randn(64, 512) for _ in range(3)]
for _ in range(2):
    total, scale = scaler.validate(data)
    optimizer.zero_grad()
    (scale.pow(2).sum() * total).backward()
    optimizer.step()
print(scaler.raw[:4].tolist())
