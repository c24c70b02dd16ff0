import torch


def keep(x):
    h = torch.relu(x)
    h = h.detach()
    values = [v.detach() for v in (h, x)]
    print(h.detach())
    return h.detach(), values, lambda: h.detach()


async def give(x):
    h = torch.relu(x)
    yield h.detach()
