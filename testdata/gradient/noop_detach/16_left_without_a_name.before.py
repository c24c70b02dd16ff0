# options: minor: false
import torch


def reset(net, chosen):
    for i in chosen:
        net.hidden[i].detach()
        torch.relu(net.hidden[i]).detach()
    return net
