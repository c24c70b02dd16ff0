# level: safe
# rule: no-grad-eval
from torch import nn
import functools
import torch.utils.data

class Encoder(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    @functools.cached_property
    def table(self):
        return self.body.weight.exp().mean()

    def forward(self, x):
        h = torch.relu(self.body(x))
        h = h * self.table
        return self.head(h)

def test(policy, loader):
    for batch in loader:
        x, y = batch
        out = policy.forward(x)
policy = Encoder()
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3, shuffle=True)
test(policy, loader)

