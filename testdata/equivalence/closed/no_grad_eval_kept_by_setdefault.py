# level: safe
# rule: no-grad-eval
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.low = nn.Parameter(torch.rand(32))
        self.kernels = {}
        self.outer = nn.Linear(32, 3)

    def kernel(self, size):
        return self.kernels.setdefault(size, torch.sin(torch.arange(size)[:, None] * self.low))

    def forward(self, inputs):
        return self.outer((inputs @ self.kernel(inputs.shape[1])).relu())


def accuracy(net, batches):
    net.eval()
    right = 0
    for inputs, labels in batches:
        right += (net(inputs).argmax(1) == labels).sum().item()
    return right


torch.manual_seed(0)
batches = [(torch.randn(8, 4), torch.arange(8) % 3) for _ in range(20)]
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    print(accuracy(net, batches))
    net.train()
    opt.zero_grad()
    loss = sum(F.cross_entropy(net(inputs), labels) for inputs, labels in batches)
    loss.backward()
    opt.step()
    net.kernels.clear()
    print(loss.item(), net.low.sum().item())
