# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Output:
    def __init__(self, value):
        self.value = value

    def cpu(self):
        return self

    def numpy(self):
        return self.value.detach().numpy()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x):
        hidden = self.layer(x)
        return Output(hidden), hidden


torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 2, 4):
    out, hidden = net(x)
    print(out.cpu().numpy().sum(), hidden.detach().sum().item())
    loss = out.value.pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(net.layer.weight.sum().item())
