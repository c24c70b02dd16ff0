import torch.multiprocessing as mp
from rates import accepted


def report(model):
    print(accepted(model, model.sample, 100))


def start(model):
    process = mp.Process(target=report, args=(model,))
    process.start()
    return process
