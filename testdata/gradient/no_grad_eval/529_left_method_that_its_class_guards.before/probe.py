import sys

import torch
from samplers import Sampler


def load(path):
    diff = Sampler(torch.nn.Linear(3, 3)).cuda()
    diff.load_state_dict(torch.load(path))
    return diff.eval()


def generate(diff, count, batch):
    images = []
    while len(images) * batch < count:
        drawn = diff.draw(batch)
        images.append(((drawn + 1) * 127.5).clamp(0, 255).byte().cpu())
    return torch.cat(images)[:count]


def main(path):
    diff = load(path)
    images = generate(diff, 100, 10)
    print(images.float().mean().item())


if __name__ == "__main__":
    main(sys.argv[1])
