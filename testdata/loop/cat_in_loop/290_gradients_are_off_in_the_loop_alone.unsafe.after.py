import torch


def products(loader, weight):
    out = torch.zeros(0, 4)
    out_parts = [out]
    for x in loader:
        product = torch.exp(x * weight)
        with torch.no_grad():
            out_parts.append(product)  # expect: cat-in-loop[unsafe]
    out = torch.cat(out_parts)
    return out
