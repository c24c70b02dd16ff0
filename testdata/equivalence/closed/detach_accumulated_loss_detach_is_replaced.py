# level: safe
# rule: detach-accumulated-loss
import torch
from torch import nn

plain = torch.Tensor.detach


def noisy(self):
    print("detach")
    return plain(self)


setattr(torch.Tensor, "detach", noisy)
torch.manual_seed(0)
model = nn.Linear(4, 1)
total = 0.0
for x in torch.randn(3, 2, 4):
    loss = model(x).pow(2).mean()
    loss.backward()
    total += loss
print(f"{float(total):.4f}")
