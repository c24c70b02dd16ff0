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
        print('forward', h.shape)
        return self.head(h)

class Hard:

    def __init__(self, count, net=None):
        self.batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(count)]
        self.net = net

    def __getitem__(self, index):
        x, y = self.batches[index]
        x = x.clone().requires_grad_()
        x = (x + 0.1 * torch.autograd.grad(self.net(x).sum(), x)[0]).detach()
        return (x, y)
model = Model()
val_loader = Hard(3, model)
model.eval()
preds = [model(x).detach() for x, y in val_loader]
