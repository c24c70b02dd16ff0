# level: safe
# rule: no-grad-eval
from torch import nn
import functools
import torch.utils.data

class Net(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def collector():
    items = []
    while True:
        value = (yield items)
        items.append(value)

def main():
    net = Net()
    batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3)
    net.eval()
    box = collector()
    next(box)
    for step in range(2):
        inputs, target = next(iter(batches))
        pred = net(inputs)
        box.send(pred)
    print([v.grad_fn is None for v in box.send(box.gi_frame.f_locals['items'][0])])
main()
