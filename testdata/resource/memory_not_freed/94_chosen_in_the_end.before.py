import torch
from torchvision.models import resnet50


class Probe:
    def __init__(self, net, rate):
        self.net = net
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=rate)

    def test(self, data):
        with torch.no_grad():
            return sum(self.net(x).mean().item() for x in data)


def search(rates, data):
    probes = []
    for rate in rates:
        net = resnet50()
        probe = Probe(net, rate)
        probes.append((rate, probe))  # expect: memory-not-freed[report]
    best = max(probes, key=lambda one: one[1].test(data))
    print(best[0])
    torch.save(best[1].net.state_dict(), "head.pt")
