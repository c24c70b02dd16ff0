# The list that nobody reads is what keeps the entries alive.
import weakref

import torch

seen = weakref.WeakSet()


def train(model, loader, optimizer):
    states = []
    for x, y in loader:
        out = model(x)
        loss = torch.nn.functional.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        state = out.detach().clone()
        seen.add(state)
        states.append(state)  # expect: unbounded-history
    return len(seen)
