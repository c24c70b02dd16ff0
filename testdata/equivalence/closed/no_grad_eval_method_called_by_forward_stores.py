# level: safe
# rule: no-grad-eval
import torch
from torch import nn

class Classifier(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)

    def remember(self, h):
        self.last = h.mean()

    def forward(self, x):
        h = torch.relu(self.body(x))
        h = self.remember(h)
net = Classifier()
train_loader = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
net.eval()
data, label = next(iter(train_loader))
out = net(data)
net.last.sum().backward()
