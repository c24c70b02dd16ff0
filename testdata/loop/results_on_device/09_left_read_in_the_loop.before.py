# The last result is the next input.
import torch


@torch.no_grad()
def generate(model, x, steps):
    frames = [x]
    for _ in range(steps):
        frames.append(model(frames[-1]))
    return torch.cat(frames).cpu()
