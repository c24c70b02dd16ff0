import mxnet as mx
from mxnet import autograd


def train(net, loader, loss_fn, trainer):
    total = 0
    for x, y in loader:
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(len(x))
        total += loss
    return total
