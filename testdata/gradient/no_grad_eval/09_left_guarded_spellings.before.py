import contextlib

import torch
from torch import inference_mode
from torch.autograd import no_grad as ng


def a(model, loader):
    model.eval()
    with ng(), open("log") as log:
        for x in loader:
            log.write(str(model(x).sum().item()))


@inference_mode()
def b(model, loader):
    model.eval()
    return [model(x) for x in loader]


def c(model, loader):
    model.eval()
    torch.set_grad_enabled(False)
    for x in loader:
        print(model(x).sum().item())


def d(model, loader):
    model.eval()
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.no_grad())
        for x in loader:
            print(model(x).sum().item())
