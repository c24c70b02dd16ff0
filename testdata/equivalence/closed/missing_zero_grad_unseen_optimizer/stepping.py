import torch


def Resetting(weights, lr):
    inner = torch.optim.SGD(weights, lr=lr)
    step = inner.step

    def step_half():
        step()
        for group in inner.param_groups:
            for p in group["params"]:
                p.grad = p.grad * 0.5

    inner.step = step_half
    return inner
