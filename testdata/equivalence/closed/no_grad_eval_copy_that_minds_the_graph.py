# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import copy


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def job(net, loader):
    preds = []
    net.eval()
    for x in loader:
        preds += [net(x)]
    try:
        copy.deepcopy(preds)
        print('copied')
    except RuntimeError:
        print('graph')


job(Net(), [torch.ones(3, 4)])
