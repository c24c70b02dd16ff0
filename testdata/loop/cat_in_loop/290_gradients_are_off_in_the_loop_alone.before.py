import torch


def products(loader, weight):
    out = torch.zeros(0, 4)
    for x in loader:
        product = torch.exp(x * weight)
        with torch.no_grad():
            out = torch.cat((out, product))  # expect: cat-in-loop[unsafe]
    return out
