# mutations: no-nesting
# The sum that a loop makes is one value behind the loop: what is differentiated and what is kept.
import torch
import torch.nn.functional as F


def step(net, optimizer, x, targets, meters):
    state = net.encode(x)
    value = F.mse_loss(net.value(state), targets[0])
    for target in targets[1:]:
        state = net.advance(state)
        value = value + F.mse_loss(net.value(state), target)
    loss = value / len(targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    meters["loss"].append(loss.item())
    meters["value"].append(value)  # expect: detach-stored-tensor[unsafe]


def train(net, optimizer, batches):
    meters = {"loss": [], "value": []}
    for x, targets in batches:
        step(net, optimizer, x, targets, meters)
        print(torch.stack(meters["value"][-100:]).mean().item())
