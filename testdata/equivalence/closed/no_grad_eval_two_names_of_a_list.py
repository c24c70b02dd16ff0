# level: safe
# rule: no-grad-eval
import torch
from torch import nn

class Model(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def work(policy, loader):
    preds = view_of = []

    def one():
        nonlocal preds, view_of
        policy.eval()
        for x, y in loader:
            output = policy(x)
            loss = (output - y).pow(2).mean()
            preds.append(loss)
    one()
    torch.autograd.backward([v.sum() for v in view_of])
policy = Model()
loader = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
work(policy, loader)
total = torch.zeros(1)
same = {'t': total}['t']
print(len([same]))
