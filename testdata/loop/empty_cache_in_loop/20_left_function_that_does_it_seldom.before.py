import torch


def restart(step):
    if step > 3:
        restart(step - 1)
    return


def sometimes(step):
    if step % 10 == 0:
        torch.cuda.empty_cache()


def twice(x):
    y = x + 1
    torch.cuda.empty_cache()
    return y


def now_and_then(x):
    y = x + 1
    torch.cuda.empty_cache()
    return y


def train(model, loader):
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        restart(step)
        sometimes(step)
        twice(batch)
        if step % 10 == 0:
            now_and_then(batch)
    twice(loader)
