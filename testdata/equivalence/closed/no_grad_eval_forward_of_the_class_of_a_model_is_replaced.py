# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)

    def forward(self, x):
        return self.body(x)


torch.manual_seed(0)
model = Net()
plain = Net.forward


def asking(self, x):
    return plain(self, x) * (2 if torch.is_grad_enabled() else 1)


type(model).forward = asking
model.eval()
for x in [torch.ones(2, 4)]:
    print(f"{model(x).sum().item():.4f}")
