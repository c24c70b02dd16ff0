import torch
from evaluation import evaluate
from model import Net

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.randn(5, 4), torch.randn(5, 2)) for _ in range(20)]
for epoch in range(3):
    print(evaluate(net, data))
    penalty = net.tracker.total()
    net.tracker.items.clear()
    optimizer.zero_grad()
    penalty.backward()
    optimizer.step()
