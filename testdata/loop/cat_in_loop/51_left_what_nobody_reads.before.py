import numpy as np
import torch


def attack(points, data, generate):
    found = []
    for point in points:
        new = generate(point)
        found.append(new)
        data = np.vstack([data, new])
    return np.array(found)


def pad(count, images, lengths, image, limit):
    for _ in range(count):
        images = torch.cat([images, image])
        lengths = torch.cat([lengths, torch.ones_like(lengths[:1])])
        if len(lengths) > limit:
            break
    return images, lengths
