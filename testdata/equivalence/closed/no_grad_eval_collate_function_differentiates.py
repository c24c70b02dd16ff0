# level: safe
# rule: no-grad-eval
from torch import nn
import torch.utils.data

class Model(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.register_buffer('rows', torch.zeros(4, width))

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def collate(rows):
    x = torch.stack([row[0] for row in rows]).requires_grad_()
    y = torch.stack([row[1] for row in rows])
    slope, = torch.autograd.grad(model(x).pow(2).sum(), x)
    return ((x + slope).detach(), y)

def test(model, val_loader):
    scores = []
    for data, label in val_loader:
        out = model(data)
    print([bool((v > 0).any()) for v in scores])
model = Model()
val_loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3, collate_fn=collate)
test(model, val_loader)
