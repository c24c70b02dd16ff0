# options: minor: false
import torch


def reset(values: list[torch.Tensor], chosen):
    for i in chosen:
        values[i].detach()
        values[i].requires_grad_()
    return values
