import torch
import torch.nn.functional as F


def train(net, optimizer, batches, writer):
    for step, (states, actions) in enumerate(batches):
        logits = net(states)
        loss = F.cross_entropy(logits, actions)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        later = net(states)
        writer.add_scalar("change", (later - logits).abs().mean().item(), step)
