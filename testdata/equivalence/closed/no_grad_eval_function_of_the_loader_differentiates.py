# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import torch.utils.data


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def make_batch(rows):
    x = torch.stack([row[0] for row in rows]).requires_grad_()
    (slope,) = torch.autograd.grad(policy(x).pow(2).sum(), x)
    return (x + slope).detach()


def evaluate(policy, loader):
    total = 0.0
    policy.eval()
    for x in loader:
        total += policy(x).mean().item()
    print(total)


policy = Net()
rows = torch.utils.data.TensorDataset(torch.ones(4, 4))
evaluate(policy, torch.utils.data.DataLoader(rows, batch_size=2, collate_fn=make_batch))
