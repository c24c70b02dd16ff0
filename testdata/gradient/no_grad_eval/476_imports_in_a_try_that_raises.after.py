try:
    import torch
    from torch import nn
except ImportError as error:
    print(error)
    raise

net = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))
optimizer = torch.optim.SGD(net.parameters(), 0.1)

for epoch in range(100):
    for x in torch.randn(400, 64, 512):
        optimizer.zero_grad()
        net(x).sum().backward()
        optimizer.step()
    net.eval()
    total = []
    with torch.no_grad():
        for x in torch.randn(200, 640, 512):  # expect: no-grad-eval[safe]
            total.append(net(x).sum().item())
    print(sum(total))
    net.train()


@torch.no_grad()
def measure():
    net.eval()
    for x in torch.randn(200, 640, 512):  # expect: no-grad-eval[safe]
        print(net(x).sum().item())


measure()
