# It is the trained network that is evaluated, on batches as large: around it stands a wrapper. A
# single pass of it takes no more than a step does.
import torch
from torch import nn, optim
from torch.nn import functional as F
from torchvision.models import resnet50


def accuracy(net, x, y):
    return (net(x.cuda()).argmax(1).cpu() == y).float().mean().item()


def train(train_loader, epochs=90):
    network = resnet50(weights="DEFAULT").cuda()
    optimizer = optim.AdamW(network.parameters())
    parallel = nn.DataParallel(network)
    for _ in range(epochs):
        for x, y in train_loader:
            loss = F.cross_entropy(parallel(x.cuda()), y.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return parallel


def main(train_loader, test_loader):
    parallel = train(train_loader)
    parallel.eval()
    print(accuracy(parallel, *next(iter(test_loader))))
