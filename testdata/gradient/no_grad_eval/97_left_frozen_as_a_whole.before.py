# No parameter asks for gradients, so no forward pass builds a graph.
import torch
import torchvision


def by_method(net, loader):
    net.eval()
    net.requires_grad_(False)
    for x in loader:
        print(net(x).argmax(1).tolist())


def by_loop(loader):
    net = torchvision.models.vgg16().eval()
    for p in net.parameters():
        p.requires_grad = False
    features = []
    for x in loader:
        features.append(net(x))
    return features


class Teacher:
    def __init__(self, net):
        self.net = net
        for parameter in self.net.parameters():
            parameter.requires_grad_(False)

    def scores(self, loader):
        self.net.eval()
        return [self.net(x).mean().item() for x in loader]
