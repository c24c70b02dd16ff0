import torch


def log_and_clean(step):
    print(step)
    torch.cuda.empty_cache()


def restart(step):
    if step > 3:
        restart(step - 1)
    return


def sometimes(step):
    if step % 10 == 0:
        torch.cuda.empty_cache()


def train(model, loader):
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        log_and_clean(step)
        restart(step)
        sometimes(step)
