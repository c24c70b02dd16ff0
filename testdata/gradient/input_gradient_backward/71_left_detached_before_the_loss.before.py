# The pass never gets to the weights: what the network gives is detached before the temperature.
import torch
import torch.nn.functional as F


def calibrate(model, windows):
    log_t = torch.zeros((), requires_grad=True)
    optimizer = torch.optim.SGD([log_t], 0.1)
    for x, y in windows:
        logits, _ = model(x)
        loss = F.cross_entropy(logits.detach() / log_t.exp(), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return log_t.exp().item()
