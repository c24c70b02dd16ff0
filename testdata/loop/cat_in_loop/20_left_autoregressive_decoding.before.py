import torch


def generate(model, ids, steps):
    for _ in range(steps):
        logits = model(ids)
        ids = torch.cat((ids, logits[:, -1].argmax(-1, keepdim=True)), dim=1)
    return ids


def greedy(model, memory, start):
    ys = torch.full((1, 1), start)
    for _ in range(20):
        ys = torch.cat([ys, model.decode(memory, ys).argmax().view(1, 1)], dim=0)
    return ys
