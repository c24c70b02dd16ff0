# The inner step is part of what the outer loss is computed from.
import torch


def adapt(model, fast_weights, tasks, outer_optimizer, lr):
    for support, query in tasks:
        outer_optimizer.zero_grad()
        inner = model(support, fast_weights).mean()
        inner.backward(create_graph=True)
        updated = [w - lr * w.grad for w in fast_weights]
        model(query, updated).mean().backward()
        outer_optimizer.step()
