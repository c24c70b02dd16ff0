import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))


def rows(model, images):
    out = torch.zeros(2, 4)
    place = [0]

    def keep(module, given, output):
        out[place[0]] = output.detach()[0]
        place[0] += 1

    model[1].register_forward_hook(keep)  # expect: hook-not-removed[unsafe]
    for image in images:
        model(image)
    return out.sum().item()


def free_places(model, images):
    out = [None] * 2

    def keep(module, given, output):
        out[out.index(None)] = output.detach()

    model[1].register_forward_hook(keep)  # expect: hook-not-removed[unsafe]
    for image in images:
        model(image)
    return torch.cat(out).sum().item()


def by_layer(model, images):
    out = [None] * 2

    def keep(module, given, output):
        out[1] = output.detach()

    model[1].register_forward_hook(keep)  # expect: hook-not-removed[safe]
    for image in images:
        model(image)
    return out[1].sum().item()


print(rows(net, [torch.ones(1, 3)] * 2), free_places(net, [torch.ones(1, 3)] * 2))
print(by_layer(net, [torch.ones(1, 3)] * 2))
