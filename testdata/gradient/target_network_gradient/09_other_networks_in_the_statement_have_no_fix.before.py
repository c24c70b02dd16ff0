import torch


def train(net, teacher, batches):
    optimizer = torch.optim.Adam(net.parameters())
    for x in batches:
        difference = net(x) - teacher(x)  # expect: target-network-gradient[report]
        difference.pow(2).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
