import torch
import torch.nn.functional as F


def train(net, optimizer, batches, held_out, writer):
    for step, (states, actions) in enumerate(batches):
        logits = net(states)
        loss = F.cross_entropy(logits, actions)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        later = net(held_out)  # expect: no-grad-eval[unsafe]
        writer.add_scalar("held out", later.abs().mean().item(), step)
