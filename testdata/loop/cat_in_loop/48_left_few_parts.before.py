import numpy as np
import torch


def poison(images, labels, sources=np.arange(10)):
    found = images[:0]
    for i, (source, target) in enumerate(zip(sources, (sources + 1) % 10)):
        found = np.append(found, images[labels == source], axis=0)
    return found


sizes = [1, 2]


def tiles(image, scales):
    out = torch.empty(0)
    for scale in scales:
        out = torch.cat([out, image[::scale]])
    return out


first = tiles(torch.rand(8, 8), sizes)
second = tiles(torch.rand(8, 8), [1, 2, 4])
poisoned = poison(np.zeros((9, 4)), np.zeros(9))
