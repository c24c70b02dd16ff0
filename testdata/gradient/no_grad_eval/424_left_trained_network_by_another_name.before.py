# It is the trained network that is evaluated, on batches as large: around it stands a wrapper.
import torch
from torch import nn, optim
from torch.nn import functional as F
from torchvision.models import resnet50


def accuracy(net, loader):
    right = 0
    for x, y in loader:
        right += (net(x.cuda()).argmax(1).cpu() == y).sum().item()
    return right / len(loader.dataset)


def train(train_loader, test_loader, epochs=90):
    network = resnet50(weights="DEFAULT").cuda()
    optimizer = optim.AdamW(network.parameters())
    parallel = nn.DataParallel(network)
    for _ in range(epochs):
        for x, y in train_loader:
            loss = F.cross_entropy(parallel(x.cuda()), y.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        parallel.eval()
        print(accuracy(parallel, test_loader))
        parallel.train()
